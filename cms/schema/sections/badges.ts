import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const badges = defineType({
  name: "badges",
  title: "Distintivos · Badges",
  type: "object",
  description: "A quiet list of names, such as certifications or technologies.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Nombres · Names",
      type: "array",
      of: [defineArrayMember({ type: "localeString" })],
      description: "One or two words each; a name that is the same in both languages is written twice.",
      validation: (rule) => rule.required().min(1).max(12),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
