import { defineField, defineType } from "sanity";
import { atMost } from "./lengths.ts";

export const localeString = defineType({
  name: "localeString",
  title: "Línea en ambos idiomas · Line in both languages",
  type: "object",
  description: "One line of text, in Spanish and in English.",
  options: { columns: 2 },
  validation: (rule) => rule.custom(atMost(90)),
  fields: [
    defineField({
      name: "es",
      title: "Español",
      type: "string",
      description: "What visitors read in Spanish.",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "en",
      title: "English",
      type: "string",
      description: "What visitors read in English.",
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: "es", subtitle: "en" } },
});
