import { haveOneMain } from "../fields/action.ts";
import { arrayField } from "../fields/array.ts";
import { largeSize, optionalPicture } from "../fields/picture.ts";
import { section } from "../fields/section.ts";

export const hero = section((say) => ({
  name: "hero",
  position: 10,
  group: "opening",
  title: say({ es: "Apertura", en: "Opening" }),
  // The text is beside a picture. A longer text overlaps the picture or extends below it.
  lengths: {
    title: { comfortable: 44, maximum: 60, word: 13 },
    text: { comfortable: 180, maximum: 240 },
  },
  filledBy: [],
  fields: [
    arrayField({ maximum: 2 }, "actions", {
      title: say({ es: "Botones", en: "Buttons" }),
      of: [{ type: "action" }],
      description: say({
        es: "Opcional: dos como máximo, y solo uno de ellos principal.",
        en: "Optional: two at most, and only one of them main.",
      }),
      checks: [haveOneMain(say)],
    }),
    optionalPicture(largeSize, say, "picture", {
      title: say({ es: "Imagen", en: "Picture" }),
      description: say({
        es: "Opcional: acompaña al titular.",
        en: "Optional: goes next to the headline.",
      }),
    }),
  ],
  media: "picture",
}));
