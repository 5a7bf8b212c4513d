import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const hero = defineType({
  name: "hero",
  title: "Apertura · Opening",
  type: "object",
  description: "The first thing on a page: its headline, what to do next, and a picture.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "actions",
      title: "Botones · Buttons",
      type: "array",
      of: [defineArrayMember({ type: "action" })],
      description: "Optional: at most two, and only one of them in the accent.",
      validation: (rule) => rule.max(2),
    }),
    defineField({
      name: "picture",
      title: "Imagen · Picture",
      type: "picture",
      description: "Optional: stands beside the headline.",
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en", media: "picture" } },
});
