import { defineArrayMember, defineField } from "sanity";
import { requiredText } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";
import { type LabelFn, toBilingualPreview } from "../labels.ts";

export const questions = (say: LabelFn) =>
  section(say, {
    name: "questions",
    position: 104,
    group: "trust",
    title: say({ es: "Preguntas frecuentes", en: "Frequently asked questions" }),
    description: say({
      es: "Lo que la gente pregunta antes de escribir; cada respuesta se abre con un clic. Sin preguntas, la sección no se ve.",
      en: "What people ask before they write; a click opens each answer. Without questions the section isn’t shown.",
    }),
    filledBy: "items.0",
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Preguntas", en: "Questions" }),
        type: "array",
        description: say({
          es: "Primero la más frecuente. Mientras no haya ninguna, la sección no se ve en el sitio.",
          en: "The most frequent one first. Until there is one, the site doesn’t show the section.",
        }),
        of: [
          defineArrayMember({
            name: "question",
            title: say({ es: "Pregunta", en: "Question" }),
            type: "object",
            description: say({ es: "Una pregunta y su respuesta.", en: "One question and its answer." }),
            fields: [
              defineField({
                name: "question",
                title: say({ es: "Pregunta", en: "Question" }),
                type: "localeString",
                description: say({
                  es: "Como la haría un cliente, con sus signos de pregunta.",
                  en: "As a client would ask it, with its question mark.",
                }),
                ...requiredText({ comfortable: 60, maximum: 80 }, say),
              }),
              defineField({
                name: "answer",
                title: say({ es: "Respuesta", en: "Answer" }),
                type: "localeText",
                description: say({
                  es: "La respuesta en dos frases; la primera ya responde la pregunta. Una cifra de la empresa se nombra entre llaves.",
                  en: "The answer in two sentences; the first one already answers the question. A figure of the company is named in braces.",
                }),
                ...requiredText({ comfortable: 240, maximum: 400 }, say),
              }),
            ],
            preview: { select: toBilingualPreview("question", say) },
          }),
        ],
        validation: (rule) => rule.max(12),
      }),
    ],
  });
