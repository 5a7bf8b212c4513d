import { defineField } from "sanity";
import { arrayField } from "../fields/array.ts";
import { optionalText } from "../fields/lengths.ts";
import { sampleItems, samplePicture, sampleText } from "../fields/sample.ts";
import { screenshotsField } from "../fields/screenshots.ts";
import { section } from "../fields/section.ts";

export const screen = section((say) => ({
  name: "screen",
  position: 105,
  group: "trust",
  title: say({ es: "Pantalla", en: "Screen" }),
  filledBy: ["screens"],
  sample: {
    screens: sampleItems("screenshot", [
      { language: "es", picture: samplePicture(), phone: samplePicture() },
    ]),
    caption: sampleText("Una pantalla de muestra.", "A sample screen."),
    items: sampleItems("feature", [
      {
        title: sampleText("Todo a la vista", "Everything in view"),
        text: sampleText("En un lugar.", "In one place."),
      },
      { title: sampleText("Sin esperar", "No waiting"), text: sampleText("Al instante.", "At once.") },
    ]),
  },
  fields: [
    screenshotsField(
      say,
      say({
        es: "El producto, sin datos personales: una captura por idioma. Si falta la de un idioma, se muestra la primera. Si no hay ninguna, la sección no se ve.",
        en: "The product, with no personal data: one screenshot per language. If a language has none, the first one is shown. If there are none, the section isn’t shown.",
      }),
      true,
    ),
    defineField({
      name: "caption",
      title: say({ es: "Pie de imagen", en: "Caption" }),
      type: "localeString",
      description: say({
        es: "Qué pantalla es; si los datos son de muestra, se dice aquí.",
        en: "Which screen it is; if its data is sample data, say so here.",
      }),
      ...optionalText({ comfortable: 70, maximum: 90 }, say, (caption, { parent }) => {
        const { screens = [] } = (parent ?? {}) as { screens?: object[] };
        return (
          screens.length === 0 ||
          Boolean(caption) ||
          say({ es: "Di qué pantalla es.", en: "Say which screen it is." })
        );
      }),
    }),
    arrayField({ maximum: 4 }, "items", {
      title: say({ es: "Puntos", en: "Points" }),
      of: [{ type: "feature" }],
      description: say({
        es: "Opcional: en qué fijarse, punto por punto.",
        en: "Optional: what to look at, point by point.",
      }),
    }),
  ],
}));
