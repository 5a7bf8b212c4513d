import { defineField } from "sanity";
import { haveOneMain } from "../fields/action.ts";
import { arrayField } from "../fields/array.ts";
import { section } from "../fields/section.ts";

export const callToAction = section((say) => ({
  name: "callToAction",
  position: 160,
  group: "opening",
  title: say({ es: "Llamado a la acción", en: "Call to action" }),
  fields: [
    arrayField({ minimum: 1, maximum: 2 }, "actions", {
      title: say({ es: "Botones", en: "Buttons" }),
      of: [{ type: "action" }],
      description: say({
        es: "Uno o dos, y solo uno de ellos principal.",
        en: "One or two, and only one of them main.",
      }),
      checks: [haveOneMain(say)],
    }),
    defineField({
      name: "light",
      title: say({ es: "Fondo claro", en: "Light background" }),
      type: "boolean",
      description: say({
        es: "Con fondo claro, la flor va a la izquierda. Si no lo marcas, el fondo es oscuro.",
        en: "With a light background, the flower is on the left. If unchecked, the background is dark.",
      }),
      initialValue: false,
    }),
  ],
}));
