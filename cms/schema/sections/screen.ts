import { defineArrayMember, defineField } from "sanity";
import { findDuplicate } from "../fields/anchors.ts";
import { arrayField } from "../fields/array.ts";
import { choiceField, listLanguageChoices } from "../fields/choices.ts";
import { optionalText } from "../fields/lengths.ts";
import { largeSize, optionalPicture, phoneSize, requiredPicture } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

type Screenshot = { language?: string };

const hasOneScreenshotPerLanguage = (say: LabelFn) => (screens: unknown) =>
  findDuplicate(((screens ?? []) as Screenshot[]).flatMap(({ language }) => language ?? [])) === undefined ||
  say({ es: "Hay dos capturas en el mismo idioma.", en: "Two screenshots are in the same language." });

const screenshot = (say: LabelFn) =>
  defineArrayMember({
    type: "object",
    name: "screenshot",
    title: say({ es: "Captura", en: "Screenshot" }),
    fields: [
      choiceField(listLanguageChoices(say), "language", {
        title: say({ es: "Idioma", en: "Language" }),
        description: say({
          es: "En qué idioma está el producto en la captura.",
          en: "The language of the product in the screenshot.",
        }),
      }),
      requiredPicture(largeSize, say, "picture", {
        title: say({ es: "En pantallas anchas", en: "On wide screens" }),
        description: say({ es: "La pantalla entera.", en: "The whole screen." }),
      }),
      optionalPicture(phoneSize, say, "phone", {
        title: say({ es: "En el celular", en: "On phones" }),
        description: say({
          es: "Opcional: una captura tomada en un celular, que ahí se lee mejor. Si falta, se muestra la otra.",
          en: "Optional: a screenshot taken on a phone, which is easier to read there. Without it, phones show the wide one.",
        }),
      }),
    ],
    preview: {
      select: { language: "language", media: "picture" },
      prepare: ({ language, media }) => ({
        title: listLanguageChoices(say).find(({ value }) => value === language)?.title ?? "",
        media,
      }),
    },
  });

export const screen = section((say) => ({
  name: "screen",
  position: 105,
  group: "trust",
  title: say({ es: "Pantalla", en: "Screen" }),
  filledBy: "screens.0",
  fields: [
    defineField({
      name: "screens",
      title: say({ es: "Capturas", en: "Screenshots" }),
      type: "array",
      description: say({
        es: "El producto, sin datos personales: una captura por idioma. Si falta la de un idioma, se muestra la primera. Si no hay ninguna, la sección no se ve.",
        en: "The product, with no personal data: one screenshot per language. If a language has none, the first one is shown. If there are none, the section isn’t shown.",
      }),
      of: [screenshot(say)],
      validation: (rule) => rule.custom(hasOneScreenshotPerLanguage(say)),
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
        const { screens = [] } = (parent ?? {}) as { screens?: object[] };
        return (
          screens.length === 0 ||
          Boolean(caption) ||
          say({ es: "Di qué pantalla es.", en: "Say which screen it is." })
        );
      }),
    }),
    arrayField({ maximum: 4 }, "items", {
      title: say({ es: "Puntos", en: "Points" }),
      of: [{ type: "feature" }],
      description: say({
        es: "Opcional: en qué fijarse, punto por punto.",
        en: "Optional: what to look at, point by point.",
      }),
    }),
  ],
}));
