import { defineArrayMember, defineField } from "sanity";
import { haveOneMain } from "../fields/action.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const callToAction = (say: LabelFn) =>
  section(say, {
    name: "callToAction",
    position: 160,
    group: "opening",
    title: say({ es: "Llamado a la acción", en: "Call to action" }),
    description: say({
      es: "El cierre de una página: una frase con el porqué y el botón para actuar.",
      en: "The end of a page: one sentence of why, and the button to act on it.",
    }),
    fields: [
      defineField({
        name: "actions",
        title: say({ es: "Botones", en: "Buttons" }),
        type: "array",
        of: [defineArrayMember({ type: "action" })],
        description: say({
          es: "Uno o dos, y solo uno de ellos principal.",
          en: "One or two, and only one of them main.",
        }),
        validation: (rule) => rule.required().min(1).max(2).custom(haveOneMain(say)),
      }),
      defineField({
        name: "light",
        title: say({ es: "Fondo claro", en: "Light background" }),
        type: "boolean",
        description: say({
          es: "Con fondo claro, la flor va a la izquierda. Si no lo marcas, el fondo es oscuro.",
          en: "With a light background, the flower is on the left. If unchecked, the background is dark.",
        }),
        initialValue: false,
      }),
    ],
  });
