import { defineField } from "sanity";
import type { Say } from "../say.ts";
import { type Length, optionalText, requiredText } from "./lengths.ts";

export type Lengths = { title: Length; text: Length };
const ordinary: Lengths = {
  title: { comfortable: 50, maximum: 80, word: 20 },
  text: { comfortable: 240, maximum: 320 },
};

/** A section's headline and the optional paragraph under it. */
export const headline = (say: Say, { title, text }: Lengths = ordinary) => [
  defineField({
    name: "title",
    title: say({ es: "Titular", en: "Headline" }),
    type: "localeString",
    description: say({
      es: "El titular de la sección: lo que gana quien lee, en una línea.",
      en: "The section’s headline: what the reader gets, in one line.",
    }),
    ...requiredText(title, say),
  }),
  defineField({
    name: "text",
    title: say({ es: "Introducción", en: "Introduction" }),
    type: "localeText",
    description: say({
      es: "Opcional: una o dos frases debajo del titular.",
      en: "Optional: one or two sentences under the headline.",
    }),
    ...optionalText(text, say),
  }),
];
