import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const reasons = defineType({
  name: "reasons",
  title: "Por qué elegirnos · Why choose us",
  type: "object",
  description: "Why this company and not another; said, not listed.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Razones · Reasons",
      type: "array",
      of: [defineArrayMember({ type: "feature" })],
      description: "Three or four read best.",
      validation: (rule) => rule.required().min(1).max(6),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
