import { defineArrayMember, defineField } from "sanity";
import { drawingField } from "../fields/drawing.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const steps = (say: LabelFn) =>
  section(say, {
    name: "steps",
    position: 110,
    group: "trust",
    title: say({ es: "Pasos", en: "Steps" }),
    description: say({
      es: "Un método en su orden; los pasos se numeran desde 01 a lo largo de una línea.",
      en: "A method in its order; the steps are numbered from 01 along a line.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Pasos", en: "Steps" }),
        type: "array",
        of: [defineArrayMember({ type: "feature" })],
        description: say({
          es: "Los pasos en el orden en que se dan.",
          en: "The steps in the order they’re taken.",
        }),
        validation: (rule) => rule.required().min(2).max(6),
      }),
      drawingField(
        say,
        say({
          es: "Opcional: un dibujo sobre los pasos.",
          en: "Optional: a drawing above the steps.",
        }),
      ),
    ],
  });
