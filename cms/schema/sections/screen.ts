import { defineArrayMember, defineField } from "sanity";
import { optionalText } from "../fields/lengths.ts";
import { large, optionalPicture } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import type { Say } from "../say.ts";

export const screen = (say: Say) =>
  section(say, {
    name: "screen",
    position: 105,
    group: "trust",
    title: say({ es: "Pantalla", en: "Screen" }),
    description: say({
      es: "Una captura verdadera de un producto, con lo que hay que mirar en ella. Sin imagen, la sección no se ve.",
      en: "A real picture of a product's screen, with what to look at in it. Without a picture the section is not shown.",
    }),
    filledBy: "picture.asset",
    fields: [
      defineField({
        name: "picture",
        title: say({ es: "Captura", en: "Screenshot" }),
        type: "picture",
        description: say({
          es: "El producto mismo, sin datos de nadie. Mientras no haya imagen, la sección no se ve en el sitio.",
          en: "The product itself, without anybody's data. As long as there is no picture, the site does not show the section.",
        }),
        validation: optionalPicture(large, say),
      }),
      defineField({
        name: "caption",
        title: say({ es: "Pie", en: "Caption" }),
        type: "localeString",
        description: say({
          es: "Qué pantalla es; si los datos son de muestra, se dice aquí.",
          en: "Which screen it is; where its data are samples, this says so.",
        }),
        ...optionalText({ comfortable: 70, maximum: 90 }, say, (caption, { parent }) => {
          const { picture } = (parent ?? {}) as { picture?: { asset?: object } };
          return (
            !picture?.asset ||
            Boolean(caption) ||
            say({ es: "Di qué pantalla es.", en: "Say which screen it is." })
          );
        }),
      }),
      defineField({
        name: "items",
        title: say({ es: "Puntos", en: "Points" }),
        type: "array",
        of: [defineArrayMember({ type: "feature" })],
        description: say({
          es: "Opcional: en qué fijarse, punto por punto.",
          en: "Optional: what to look at, point by point.",
        }),
        validation: (rule) => rule.max(4),
      }),
    ],
    media: "picture",
  });
