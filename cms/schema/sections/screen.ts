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
      es: "Una captura real de un producto, con lo que hay que notar en ella. Sin imagen, la sección no se ve.",
      en: "A real picture of a product’s screen, with what to notice in it. Without a picture the section isn’t shown.",
    }),
    filledBy: "picture.asset",
    fields: [
      defineField({
        name: "picture",
        title: say({ es: "Captura", en: "Screenshot" }),
        type: "picture",
        description: say({
          es: "El producto mismo, sin datos de nadie. Mientras no haya imagen, la sección no se ve en el sitio.",
          en: "The product itself, without anyone’s data. Until there is a picture, the site doesn’t show the section.",
        }),
        validation: optionalPicture(large, say),
      }),
      defineField({
        name: "caption",
        title: say({ es: "Pie de imagen", en: "Caption" }),
        type: "localeString",
        description: say({
          es: "Qué pantalla es; si los datos son de muestra, se dice aquí.",
          en: "Which screen it is; if its data is sample data, say so here.",
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
