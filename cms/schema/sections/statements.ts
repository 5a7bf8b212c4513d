import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const statements = defineType({
  name: "statements",
  title: "Declaraciones · Statements",
  type: "object",
  description: "A few things said in full sentences side by side, such as mission and vision.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Declaraciones · Statements",
      type: "array",
      of: [defineArrayMember({ type: "feature" })],
      description: "Each has a name and a paragraph.",
      validation: (rule) => rule.required().min(1).max(4),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
