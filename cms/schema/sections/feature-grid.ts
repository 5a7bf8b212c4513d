import { defineArrayMember, defineField, defineType } from "sanity";
import { headline } from "../fields/headline.ts";
import { placement } from "../fields/placement.ts";

export const featureGrid = defineType({
  name: "featureGrid",
  title: "Servicios · Features",
  type: "object",
  description: "What a service or product consists of, each thing with its explanation.",
  fields: [
    ...placement,
    ...headline,
    defineField({
      name: "items",
      title: "Elementos · Items",
      type: "array",
      of: [defineArrayMember({ type: "feature" })],
      description: "The items in the order in which they are shown.",
      validation: (rule) => rule.required().min(1).max(12),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
