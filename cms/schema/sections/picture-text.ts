import { defineArrayMember, defineField } from "sanity";
import { largeSize, requiredPicture } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const pictureText = (say: LabelFn) =>
  section(say, {
    name: "pictureText",
    position: 40,
    group: "offer",
    title: say({ es: "Imagen con texto", en: "Picture with text" }),
    description: say({
      es: "Una imagen grande junto a un titular, y tarjetas que entran en detalle.",
      en: "A large picture next to a headline, and cards that go into detail.",
    }),
    fields: [
      defineField({
        name: "picture",
        title: say({ es: "Imagen", en: "Picture" }),
        type: "picture",
        description: say({ es: "La imagen grande.", en: "The large picture." }),
        validation: requiredPicture(largeSize, say),
      }),
      defineField({
        name: "items",
        title: say({ es: "Tarjetas", en: "Cards" }),
        type: "array",
        of: [defineArrayMember({ type: "feature" })],
        description: say({
          es: "Opcional: lo que la imagen representa, punto por punto.",
          en: "Optional: what the picture stands for, point by point.",
        }),
        validation: (rule) => rule.max(6),
      }),
    ],
    media: "picture",
  });
