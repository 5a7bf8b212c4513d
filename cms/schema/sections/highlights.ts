import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { atMost } from "../fields/lengths.ts";
import { placement } from "../fields/placement.ts";

export const highlights = defineType({
  name: "highlights",
  title: "Destacados · Highlights",
  type: "object",
  description: "What a product promises, in words so short that they are set as large as figures.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Destacados · Highlights",
      type: "array",
      description: "Three or four read best.",
      of: [
        defineArrayMember({
          name: "highlight",
          title: "Destacado · Highlight",
          type: "object",
          description: "One promise.",
          fields: [
            defineField({
              name: "title",
              title: "Palabra · Word",
              type: "localeString",
              description: "For example 4K. A figure of the company is named in braces.",
              validation: (rule) => rule.required().custom(atMost(16)),
            }),
            defineField({
              name: "text",
              title: "Explicación · Explanation",
              type: "localeText",
              description: "What the word stands for, in one sentence.",
              validation: (rule) => rule.required().custom(atMost(120)),
            }),
          ],
          preview: { select: { title: "title.es", subtitle: "text.es" } },
        }),
      ],
      validation: (rule) => rule.required().min(2).max(5),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
