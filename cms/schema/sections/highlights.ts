import { defineArrayMember, defineField } from "sanity";
import { requiredText } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";
import type { Say } from "../say.ts";

export const highlights = (say: Say) =>
  section(say, {
    name: "highlights",
    position: 140,
    title: say({ es: "Destacados", en: "Highlights" }),
    description: say({
      es: "Lo que promete un producto, en palabras tan cortas que se muestran grandes como cifras.",
      en: "What a product promises, in words so short that they are set as large as figures.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Destacados", en: "Highlights" }),
        type: "array",
        description: say({ es: "Tres o cuatro se leen mejor.", en: "Three or four read best." }),
        of: [
          defineArrayMember({
            name: "highlight",
            title: say({ es: "Destacado", en: "Highlight" }),
            type: "object",
            description: say({ es: "Una promesa.", en: "One promise." }),
            fields: [
              defineField({
                name: "title",
                title: say({ es: "Palabra", en: "Word" }),
                type: "localeString",
                description: say({
                  es: "Por ejemplo 4K. Una cifra de la empresa se nombra entre llaves.",
                  en: "For example 4K. A figure of the company is named in braces.",
                }),
                ...requiredText({ maximum: 16 }, say),
              }),
              defineField({
                name: "text",
                title: say({ es: "Explicación", en: "Explanation" }),
                type: "localeText",
                description: say({
                  es: "Qué representa la palabra, en una frase.",
                  en: "What the word stands for, in one sentence.",
                }),
                ...requiredText({ maximum: 120 }, say),
              }),
            ],
            preview: { select: { title: `title.${say.language}`, subtitle: `text.${say.language}` } },
          }),
        ],
        validation: (rule) => rule.required().min(2).max(5),
      }),
    ],
  });
