import { defineArrayMember, defineField } from "sanity";
import { drawingField } from "../fields/drawing.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const statements = (say: LabelFn) =>
  section(say, {
    name: "statements",
    position: 30,
    group: "trust",
    title: say({ es: "Ideas clave", en: "Statements" }),
    description: say({
      es: "Unas pocas ideas dichas en frases completas, una junto a otra, como misión y visión.",
      en: "A few things said in full sentences side by side, such as mission and vision.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Ideas clave", en: "Statements" }),
        type: "array",
        of: [defineArrayMember({ type: "feature" })],
        description: say({
          es: "Cada una tiene un nombre y un párrafo.",
          en: "Each has a name and a paragraph.",
        }),
        validation: (rule) => rule.required().min(1).max(4),
      }),
      drawingField(
        say,
        say({
          es: "Opcional: un dibujo entre el titular y las frases.",
          en: "Optional: a drawing between the headline and the sentences.",
        }),
      ),
    ],
  });
