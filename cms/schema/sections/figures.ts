import { defineArrayMember, defineField } from "sanity";
import { isMeasuredKey } from "../../content/measured-figures.ts";
import { arrayField } from "../fields/array.ts";
import { chosenFigure } from "../fields/figure.ts";
import { optionalText } from "../fields/lengths.ts";
import { screenshotsField } from "../fields/screenshots.ts";
import { section } from "../fields/section.ts";

export const figures = section((say) => ({
  name: "figures",
  position: 60,
  group: "trust",
  title: say({ es: "Cifras", en: "Figures" }),
  fields: [
    arrayField({ minimum: 1, maximum: 8 }, "items", {
      title: say({ es: "Cifras", en: "Figures" }),
      description: say({
        es: "Las cifras en el orden en que se muestran: de los datos de la empresa, o medidas en este sitio. Los textos nombran la fecha de esa medición con {site-measured-on}.",
        en: "The figures in the order in which they are shown: from the company details, or measured at this site. Texts name the date of that measurement as {site-measured-on}.",
      }),
      of: [
        defineArrayMember({
          name: "figureMention",
          title: say({ es: "Cifra", en: "Figure" }),
          type: "object",
          fields: [
            chosenFigure(say, "key", {
              hasMeasuredFigures: true,
              title: say({ es: "Cifra", en: "Figure" }),
              description: say({
                es: "Una de las cifras de los datos de la empresa, o una medida en este sitio, que nadie escribe a mano.",
                en: "One of the figures in the company details, or one measured at this site, which nobody types.",
              }),
            }),
            defineField({
              name: "label",
              type: "localeString",
              title: say({ es: "Etiqueta aquí", en: "Label here" }),
              description: say({
                es: "Opcional: en este lugar reemplaza la etiqueta de los datos de la empresa. Una cifra medida siempre la lleva.",
                en: "Optional: replaces the label from the company details here. A measured figure always has one.",
              }),
              ...optionalText({ comfortable: 30, maximum: 60 }, say, (label, { parent }) => {
                const { key = "" } = (parent ?? {}) as { key?: string };
                return (
                  Boolean(label) ||
                  !isMeasuredKey(key) ||
                  say({ es: "Di qué se midió.", en: "Say what was measured." })
                );
              }),
            }),
          ],
          preview: { select: { title: "key", subtitle: `label.${say.language}` } },
        }),
      ],
    }),
    defineField({
      name: "action",
      title: say({ es: "Botón", en: "Button" }),
      type: "action",
      description: say({
        es: "Opcional: dónde leer más sobre lo que cuentan las cifras.",
        en: "Optional: where to read more about what the figures count.",
      }),
    }),
    screenshotsField(
      say,
      say({
        es: "Opcional: un producto que se ve junto a las cifras en pantallas anchas, en el idioma de la página.",
        en: "Optional: a product that is shown next to the figures on wide screens, in the page’s language.",
      }),
      false,
    ),
  ],
}));
