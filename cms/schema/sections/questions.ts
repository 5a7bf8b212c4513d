import { defineArrayMember } from "sanity";
import { arrayField } from "../fields/array.ts";
import { requiredLine, requiredParagraph } from "../fields/lengths.ts";
import { sampleItems, sampleText } from "../fields/sample.ts";
import { section } from "../fields/section.ts";
import { toBilingualPreview } from "../labels.ts";

export const questions = section((say) => ({
  name: "questions",
  position: 104,
  group: "trust",
  title: say({ es: "Preguntas frecuentes", en: "Frequently asked questions" }),
  filledBy: ["items"],
  sample: {
    items: sampleItems("question", [
      {
        question: sampleText("¿Cuánto tarda un sitio?", "How long does a site take?"),
        answer: sampleText(
          "Depende de cuántas páginas tenga. Antes de empezar acordamos una fecha.",
          "It depends on how many pages it has. We agree on a date before we start.",
        ),
      },
      {
        question: sampleText("¿Quién escribe los textos?", "Who writes the texts?"),
        answer: sampleText(
          "Nosotros, contigo. Los cambias cuando quieras.",
          "We do, with you. You change them at any time.",
        ),
      },
    ]),
  },
  fields: [
    arrayField({ maximum: 12 }, "items", {
      title: say({ es: "Preguntas", en: "Questions" }),
      description: say({
        es: "Primero la más frecuente. Mientras no haya ninguna, la sección no se ve en el sitio.",
        en: "The most frequent one first. Until there is one, the site doesn’t show the section.",
      }),
      of: [
        defineArrayMember({
          name: "question",
          title: say({ es: "Pregunta", en: "Question" }),
          type: "object",
          fields: [
            requiredLine({ comfortable: 60, maximum: 80 }, say, "question", {
              title: say({ es: "Pregunta", en: "Question" }),
              description: say({
                es: "Como la haría un cliente, con sus signos de pregunta.",
                en: "As a client would ask it, with its question mark.",
              }),
            }),
            requiredParagraph({ comfortable: 240, maximum: 400 }, say, "answer", {
              title: say({ es: "Respuesta", en: "Answer" }),
              description: say({
                es: "La respuesta en dos frases; la primera ya responde la pregunta. Una cifra de la empresa se nombra entre llaves.",
                en: "The answer in two sentences; the first one already answers the question. A figure of the company is named in braces.",
              }),
            }),
          ],
          preview: { select: toBilingualPreview("question", say) },
        }),
      ],
    }),
  ],
}));
