import { defineField, defineType } from "sanity";
import { atMost } from "./lengths.ts";

export const feature = defineType({
  name: "feature",
  title: "Elemento · Item",
  type: "object",
  description: "One thing of a list: its name, and what it does for the client.",
  fields: [
    defineField({
      name: "title",
      title: "Nombre · Name",
      type: "localeString",
      description: "A few words.",
      validation: (rule) => rule.required().custom(atMost(60)),
    }),
    defineField({
      name: "text",
      title: "Explicación · Explanation",
      type: "localeText",
      description: "Optional: one or two sentences.",
      validation: (rule) => rule.custom(atMost(320)),
    }),
  ],
  preview: { select: { title: "title.es", subtitle: "title.en" } },
});
