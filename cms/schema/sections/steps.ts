import { arrayField } from "../fields/array.ts";
import { drawingField } from "../fields/drawing.ts";
import { section } from "../fields/section.ts";

export const steps = section((say) => ({
  name: "steps",
  position: 110,
  group: "trust",
  title: say({ es: "Pasos", en: "Steps" }),
  fields: [
    arrayField({ minimum: 2, maximum: 6 }, "items", {
      title: say({ es: "Pasos", en: "Steps" }),
      of: [{ type: "feature" }],
      description: say({
        es: "Los pasos en el orden en que se dan.",
        en: "The steps in the order they’re taken.",
      }),
    }),
    drawingField(say, {
      es: "Opcional: un dibujo sobre los pasos.",
      en: "Optional: a drawing above the steps.",
    }),
  ],
}));
