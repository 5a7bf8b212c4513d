import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const benefits = defineType({
  name: "benefits",
  title: "Beneficios · Benefits",
  type: "object",
  description: "What the client gains, line by line, like an index.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Beneficios · Benefits",
      type: "array",
      of: [defineArrayMember({ type: "feature" })],
      description: "The most important one first.",
      validation: (rule) => rule.required().min(1).max(8),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
