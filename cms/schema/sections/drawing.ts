import { drawingField } from "../fields/drawing.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const drawing = (say: LabelFn) =>
  section(say, {
    name: "drawing",
    position: 45,
    group: "offer",
    title: say({ es: "Dibujo con texto", en: "Drawing with text" }),
    description: say({
      es: "Un dibujo de líneas que explica algo de un vistazo, y el titular que lo acompaña.",
      en: "A line drawing that explains something at a glance, and the headline beside it.",
    }),
    fields: [
      {
        ...drawingField(
          say,
          say({
            es: "Qué dibujo se ve. Los anchos van debajo del titular, los demás a su lado.",
            en: "Which drawing is shown. Wide ones go below the headline, the others beside it.",
          }),
        ),
        validation: (rule) => rule.required(),
      },
    ],
  });
