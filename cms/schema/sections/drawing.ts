import { drawingField } from "../fields/drawing.ts";
import { section } from "../fields/section.ts";

export const drawing = section((say) => ({
  name: "drawing",
  position: 45,
  group: "offer",
  title: say({ es: "Dibujo con texto", en: "Drawing with text" }),
  fields: [
    {
      ...drawingField(say, {
        es: "Qué dibujo se ve. Los anchos van debajo del titular, los demás a su lado.",
        en: "Which drawing is shown. Wide ones go below the headline, the others beside it.",
      }),
      validation: (rule) => rule.required(),
    },
  ],
}));
