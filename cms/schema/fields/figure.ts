import { defineField, defineType } from "sanity";
import { atMost } from "./lengths.ts";

export const figure = defineType({
  name: "figure",
  title: "Cifra · Figure",
  type: "object",
  description: "A number that the company says about itself. It is written here and nowhere else.",
  fields: [
    defineField({
      name: "key",
      title: "Nombre · Name",
      type: "string",
      description:
        "How texts and sections name the figure, for example clients: a text shows it where it says {clients}.",
      validation: (rule) => rule.required().regex(/^[a-z][a-z0-9-]*$/, { name: "lowercase name" }),
    }),
    defineField({
      name: "value",
      title: "Valor · Value",
      type: "string",
      description: "As visitors read it, for example 80+ or 24/7.",
      validation: (rule) => rule.required().max(12),
    }),
    defineField({
      name: "label",
      title: "Etiqueta · Label",
      type: "localeString",
      description: "What is counted, as it stands beside the value; other figures may be named in braces.",
      validation: (rule) => rule.required().custom(atMost(60)),
    }),
    defineField({
      name: "source",
      title: "Fuente · Source",
      type: "string",
      description: "Who counted it and how, so that anyone can check it. Not shown to visitors.",
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "asOf",
      title: "Fecha · As of",
      type: "date",
      description: "The day for which the figure was true. Not shown to visitors.",
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: "value", subtitle: "label.es" } },
});
