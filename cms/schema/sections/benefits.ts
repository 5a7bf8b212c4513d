import { arrayField } from "../fields/array.ts";
import { drawingField } from "../fields/drawing.ts";
import { section } from "../fields/section.ts";

export const benefits = section((say) => ({
  name: "benefits",
  position: 90,
  group: "trust",
  title: say({ es: "Beneficios", en: "Benefits" }),
  fields: [
    arrayField({ minimum: 1, maximum: 8 }, "items", {
      title: say({ es: "Beneficios", en: "Benefits" }),
      of: [{ type: "feature" }],
      description: say({ es: "Primero el más importante.", en: "The most important one first." }),
    }),
    drawingField(say, {
      es: "Opcional: un dibujo al lado de la lista.",
      en: "Optional: a drawing beside the list.",
    }),
  ],
}));
