import { defineArrayMember } from "sanity";
import { arrayField } from "../fields/array.ts";
import { chosenFigure } from "../fields/figure.ts";
import { optionalLine } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";

export const figures = section((say) => ({
  name: "figures",
  position: 60,
  group: "trust",
  title: say({ es: "Cifras", en: "Figures" }),
  fields: [
    arrayField({ minimum: 1, maximum: 6 }, "items", {
      title: say({ es: "Cifras", en: "Figures" }),
      description: say({
        es: "Las cifras en el orden en que se muestran.",
        en: "The figures in the order in which they are shown.",
      }),
      of: [
        defineArrayMember({
          name: "figureMention",
          title: say({ es: "Cifra", en: "Figure" }),
          type: "object",
          fields: [
            chosenFigure(say, "key", {
              title: say({ es: "Cifra", en: "Figure" }),
              description: say({
                es: "Una de las cifras de los datos de la empresa.",
                en: "One of the figures in the company details.",
              }),
            }),
            optionalLine({ comfortable: 30, maximum: 60 }, say, "label", {
              title: say({ es: "Etiqueta aquí", en: "Label here" }),
              description: say({
                es: "Opcional: en este lugar reemplaza la etiqueta de los datos de la empresa.",
                en: "Optional: replaces the label from the company details here.",
              }),
            }),
          ],
          preview: { select: { title: "key", subtitle: `label.${say.language}` } },
        }),
      ],
    }),
  ],
}));
