import { defineArrayMember, defineField } from "sanity";
import { FigureInput } from "../fields/choice-inputs.ts";
import { optionalText } from "../fields/lengths.ts";
import { isFigure } from "../fields/reference-rules.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const figures = (say: LabelFn) =>
  section(say, {
    name: "figures",
    position: 60,
    group: "trust",
    title: say({ es: "Cifras", en: "Figures" }),
    description: say({
      es: "Una fila con cifras de la empresa. Sus valores vienen de los datos de la empresa.",
      en: "A row of the company's figures. Their values come from the company details.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Cifras", en: "Figures" }),
        type: "array",
        description: say({
          es: "Las cifras en el orden en que se muestran.",
          en: "The figures in the order in which they are shown.",
        }),
        of: [
          defineArrayMember({
            name: "figureMention",
            title: say({ es: "Cifra", en: "Figure" }),
            type: "object",
            description: say({
              es: "Una cifra de los datos de la empresa.",
              en: "One figure from the company details.",
            }),
            fields: [
              defineField({
                name: "key",
                title: say({ es: "Cifra", en: "Figure" }),
                type: "string",
                description: say({
                  es: "Una de las cifras de los datos de la empresa.",
                  en: "One of the figures in the company details.",
                }),
                components: { input: FigureInput },
                validation: (rule) => rule.required().custom(isFigure(say)),
              }),
              defineField({
                name: "label",
                title: say({ es: "Etiqueta aquí", en: "Label here" }),
                type: "localeString",
                description: say({
                  es: "Opcional: en este lugar reemplaza la etiqueta de los datos de la empresa.",
                  en: "Optional: replaces the label from the company details here.",
                }),
                ...optionalText({ comfortable: 30, maximum: 60 }, say),
              }),
            ],
            preview: { select: { title: "key", subtitle: `label.${say.language}` } },
          }),
        ],
        validation: (rule) => rule.required().min(1).max(6),
      }),
    ],
  });
