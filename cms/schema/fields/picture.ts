import { defineField, defineType } from "sanity";
import type { Say } from "../say.ts";

type Picture = { asset?: object } | undefined;

/** Validation for a picture that its place cannot do without: the Studio's “clear” leaves its description behind. */
export const isChosen = (say: Say) => (value: unknown) =>
  Boolean((value as Picture)?.asset) || say({ es: "Elige la imagen.", en: "Choose the picture." });

export const picture = (say: Say) =>
  defineType({
    name: "picture",
    title: say({ es: "Imagen", en: "Picture" }),
    type: "image",
    description: say({
      es: "Una imagen de al menos 1200 píxeles de ancho. Marca el punto de enfoque sobre lo que siempre debe verse.",
      en: "A picture of at least 1,200 pixels in width. Set the focal point on what must stay visible.",
    }),
    options: {
      hotspot: {
        previews: [
          { title: say({ es: "Retrato", en: "Portrait" }), aspectRatio: 3 / 4 },
          { title: say({ es: "Cuadrado", en: "Square" }), aspectRatio: 1 },
          { title: say({ es: "Paisaje", en: "Landscape" }), aspectRatio: 16 / 9 },
        ],
      },
      accept: "image/jpeg,image/png,image/webp",
    },
    validation: (rule) =>
      rule.custom(
        (value) =>
          !value?.asset ||
          Boolean(value.hotspot) ||
          say({
            es: "Marca el punto de enfoque con el botón de recorte.",
            en: "Set the focal point with the crop button.",
          }),
      ),
    fields: [
      defineField({
        name: "alt",
        title: say({ es: "Descripción para quien no la ve", en: "Description for people who cannot see it" }),
        type: "localeText",
        description: say({
          es: "Di en una frase qué muestra la imagen; no el nombre del archivo, y sin “imagen de”.",
          en: "Say what the picture shows, in one sentence; not its file name, and without “picture of”.",
        }),
        validation: (rule) => rule.required(),
      }),
    ],
  });
