import { defineArrayMember, defineField } from "sanity";
import { drawingField } from "../fields/drawing.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const benefits = (say: LabelFn) =>
  section(say, {
    name: "benefits",
    position: 90,
    group: "trust",
    title: say({ es: "Beneficios", en: "Benefits" }),
    description: say({
      es: "Lo que gana el cliente, línea por línea, como un índice.",
      en: "What the client gains, line by line, like an index.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Beneficios", en: "Benefits" }),
        type: "array",
        of: [defineArrayMember({ type: "feature" })],
        description: say({ es: "Primero el más importante.", en: "The most important one first." }),
        validation: (rule) => rule.required().min(1).max(8),
      }),
      drawingField(
        say,
        say({
          es: "Opcional: un dibujo al lado de la lista.",
          en: "Optional: a drawing beside the list.",
        }),
      ),
    ],
  });
