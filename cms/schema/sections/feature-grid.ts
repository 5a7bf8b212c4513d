import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const featureGrid = defineType({
  name: "featureGrid",
  title: "List of features",
  type: "object",
  description: "What a service consists of, what it brings, or the steps in which it is done.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "numbered",
      title: "Steps in order",
      type: "boolean",
      description: "On when the items are steps: they are numbered, from 01.",
      initialValue: false,
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "items",
      title: "Items",
      type: "array",
      of: [defineArrayMember({ type: "feature" })],
      description: "The items in the order in which they are shown.",
      validation: (rule) => rule.required().min(1).max(12),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
