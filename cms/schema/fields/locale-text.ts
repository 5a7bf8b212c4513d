import { defineField, defineType } from "sanity";
import { atMost } from "./lengths.ts";

export const localeText = defineType({
  name: "localeText",
  title: "Texto en ambos idiomas · Text in both languages",
  type: "object",
  description: "A short paragraph, in Spanish and in English.",
  options: { columns: 2 },
  validation: (rule) => rule.custom(atMost(600)),
  fields: [
    defineField({
      name: "es",
      title: "Español",
      type: "text",
      rows: 4,
      description: "What visitors read in Spanish.",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "en",
      title: "English",
      type: "text",
      rows: 4,
      description: "What visitors read in English.",
      validation: (rule) => rule.required(),
    }),
  ],
});
