import { defineArrayMember } from "sanity";
import { arrayField } from "../fields/array.ts";
import { requiredLine } from "../fields/lengths.ts";
import { largeSize, requiredPicture } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import { toBilingualPreview } from "../labels.ts";

export const gallery = section((say) => ({
  name: "gallery",
  position: 150,
  group: "offer",
  title: say({ es: "Galería", en: "Gallery" }),
  fields: [
    arrayField({ minimum: 2, maximum: 6 }, "items", {
      title: say({ es: "Imágenes", en: "Pictures" }),
      description: say({ es: "De dos a seis imágenes.", en: "Two to six pictures." }),
      of: [
        defineArrayMember({
          name: "galleryPicture",
          title: say({ es: "Imagen", en: "Picture" }),
          type: "object",
          fields: [
            requiredPicture(largeSize, say, "picture", {
              title: say({ es: "Imagen", en: "Picture" }),
              description: say({
                es: "La imagen misma, con su descripción y su punto de enfoque.",
                en: "The picture itself, with its description and focal point.",
              }),
            }),
            requiredLine({ comfortable: 70, maximum: 90 }, say, "caption", {
              title: say({ es: "Pie de imagen", en: "Caption" }),
              description: say({
                es: "En qué debe fijarse el visitante, en una línea.",
                en: "What the visitor should notice, in one line.",
              }),
            }),
          ],
          preview: { select: { ...toBilingualPreview("caption", say), media: "picture" } },
        }),
      ],
    }),
  ],
}));
