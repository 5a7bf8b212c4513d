import { defineArrayMember, defineField } from "sanity";
import { haveOneMain } from "../fields/action.ts";
import { largeSize, optionalPicture } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const hero = (say: LabelFn) =>
  section(say, {
    name: "hero",
    position: 10,
    group: "opening",
    title: say({ es: "Apertura", en: "Opening" }),
    description: say({
      es: "Lo primero de una página: su titular, qué hacer a continuación y una imagen.",
      en: "The first thing on a page: its headline, what to do next, and a picture.",
    }),
    // The text is beside a picture. A longer text overlaps the picture or extends below it.
    lengths: {
      title: { comfortable: 44, maximum: 60, word: 13 },
      text: { comfortable: 180, maximum: 240 },
    },
    fields: [
      defineField({
        name: "actions",
        title: say({ es: "Botones", en: "Buttons" }),
        type: "array",
        of: [defineArrayMember({ type: "action" })],
        description: say({
          es: "Opcional: dos como máximo, y solo uno de ellos principal.",
          en: "Optional: two at most, and only one of them main.",
        }),
        validation: (rule) => rule.max(2).custom(haveOneMain(say)),
      }),
      defineField({
        name: "picture",
        title: say({ es: "Imagen", en: "Picture" }),
        type: "picture",
        description: say({
          es: "Opcional: acompaña al titular.",
          en: "Optional: goes next to the headline.",
        }),
        validation: optionalPicture(largeSize, say),
      }),
    ],
    media: "picture",
  });
