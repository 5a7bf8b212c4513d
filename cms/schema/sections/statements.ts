import { arrayField } from "../fields/array.ts";
import { drawingField } from "../fields/drawing.ts";
import { section } from "../fields/section.ts";

export const statements = section((say) => ({
  name: "statements",
  position: 30,
  group: "trust",
  title: say({ es: "Ideas clave", en: "Statements" }),
  fields: [
    arrayField({ minimum: 1, maximum: 4 }, "items", {
      title: say({ es: "Ideas clave", en: "Statements" }),
      of: [{ type: "feature" }],
      description: say({
        es: "Cada una tiene un nombre y un párrafo.",
        en: "Each has a name and a paragraph.",
      }),
    }),
    drawingField(say, {
      es: "Opcional: un dibujo entre el titular y las frases.",
      en: "Optional: a drawing between the headline and the sentences.",
    }),
  ],
}));
