import { arrayField } from "../fields/array.ts";
import { largeSize, requiredPicture } from "../fields/picture.ts";
import { section } from "../fields/section.ts";

export const pictureText = section((say) => ({
  name: "pictureText",
  position: 40,
  group: "offer",
  title: say({ es: "Imagen con texto", en: "Picture with text" }),
  fields: [
    requiredPicture(largeSize, say, "picture", {
      title: say({ es: "Imagen", en: "Picture" }),
      description: say({ es: "La imagen grande.", en: "The large picture." }),
    }),
    arrayField({ maximum: 6 }, "items", {
      title: say({ es: "Tarjetas", en: "Cards" }),
      of: [{ type: "feature" }],
      description: say({
        es: "Opcional: lo que la imagen representa, punto por punto.",
        en: "Optional: what the picture stands for, point by point.",
      }),
    }),
  ],
  media: "picture",
}));
