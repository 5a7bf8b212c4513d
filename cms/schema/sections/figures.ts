import { defineArrayMember, defineField, defineType } from "sanity";
import { FigureInput } from "../fields/chosen.ts";
import { isFigure } from "../fields/existing.ts";
import { headline } from "../fields/headline.ts";
import { atMost } from "../fields/lengths.ts";
import { placement } from "../fields/placement.ts";

export const figures = defineType({
  name: "figures",
  title: "Cifras · Figures",
  type: "object",
  description: "A row of the company's figures. Their values come from the site settings.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Cifras · Figures",
      type: "array",
      description: "The figures in the order in which they are shown.",
      of: [
        defineArrayMember({
          name: "figureMention",
          title: "Cifra · Figure",
          type: "object",
          description: "One figure of the site settings.",
          fields: [
            defineField({
              name: "key",
              title: "Cifra · Name of the figure",
              type: "string",
              description: "One of the figures of the site settings.",
              components: { input: FigureInput },
              validation: (rule) => rule.required().custom(isFigure),
            }),
            defineField({
              name: "label",
              title: "Etiqueta aquí · Label here",
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
