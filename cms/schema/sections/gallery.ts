import { defineArrayMember, defineField } from "sanity";
import { requiredText } from "../fields/lengths.ts";
import { largeSize, requiredPicture } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import { type LabelFn, toBilingualPreview } from "../labels.ts";

export const gallery = (say: LabelFn) =>
  section(say, {
    name: "gallery",
    position: 150,
    group: "offer",
    title: say({ es: "Galería", en: "Gallery" }),
    description: say({
      es: "Imágenes, cada una con su pie; la primera se muestra más grande.",
      en: "Pictures, each with a caption; the first one is shown largest.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Imágenes", en: "Pictures" }),
        type: "array",
        description: say({ es: "De dos a seis imágenes.", en: "Two to six pictures." }),
        of: [
          defineArrayMember({
            name: "galleryPicture",
            title: say({ es: "Imagen", en: "Picture" }),
            type: "object",
            description: say({
              es: "Una imagen y las palabras que lleva debajo.",
              en: "A picture and the words under it.",
            }),
            fields: [
              defineField({
                name: "picture",
                title: say({ es: "Imagen", en: "Picture" }),
                type: "picture",
                description: say({
                  es: "La imagen misma, con su descripción y su punto de enfoque.",
                  en: "The picture itself, with its description and focal point.",
                }),
                validation: requiredPicture(largeSize, say),
              }),
              defineField({
                name: "caption",
                title: say({ es: "Pie de imagen", en: "Caption" }),
                type: "localeString",
                description: say({
                  es: "En qué debe fijarse el visitante, en una línea.",
                  en: "What the visitor should notice, in one line.",
                }),
                ...requiredText({ comfortable: 70, maximum: 90 }, say),
              }),
            ],
            preview: { select: { ...toBilingualPreview("caption", say), media: "picture" } },
          }),
        ],
        validation: (rule) => rule.required().min(2).max(6),
      }),
    ],
  });
