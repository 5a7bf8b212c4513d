import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { atMost } from "../fields/lengths.ts";
import { placement } from "../fields/placement.ts";

export const figures = defineType({
  name: "figures",
  title: "Figures",
  type: "object",
  description: "A row of the company's figures. Their values come from the site settings.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Figures",
      type: "array",
      description: "The figures in the order in which they are shown.",
      of: [
        defineArrayMember({
          name: "figureMention",
          title: "Figure",
          type: "object",
          description: "One figure of the site settings.",
          fields: [
            defineField({
              name: "key",
              title: "Name of the figure",
              type: "string",
              description: "As in the site settings, for example clients.",
              validation: (rule) => rule.required(),
            }),
            defineField({
              name: "label",
              title: "Label here",
              type: "localeString",
              description: "Optional: replaces the label of the site settings in this place.",
              validation: (rule) => rule.custom(atMost(60)),
            }),
          ],
          preview: { select: { title: "key", subtitle: "label.es" } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(6),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
