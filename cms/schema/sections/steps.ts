import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const steps = defineType({
  name: "steps",
  title: "Pasos · Steps",
  type: "object",
  description: "A method in its order; the steps are numbered from 01 along a line.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Pasos · Steps",
      type: "array",
      of: [defineArrayMember({ type: "feature" })],
      description: "The steps in the order in which they are taken.",
      validation: (rule) => rule.required().min(2).max(6),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
