import { defineArrayMember, defineField } from "sanity";
import type { Label, LabelFn } from "../labels.ts";
import { findDuplicate } from "./anchors.ts";
import { choiceField, listLanguageChoices } from "./choices.ts";
import { largeSize, optionalPicture, phoneSize, requiredPicture } from "./picture.ts";

type Screenshot = { language?: string };

const hasOneScreenshotPerLanguage = (say: LabelFn) => (screens: unknown) =>
  findDuplicate(((screens ?? []) as Screenshot[]).flatMap(({ language }) => language ?? [])) === undefined ||
  say({ es: "Hay dos capturas en el mismo idioma.", en: "Two screenshots are in the same language." });

const phonePicture = (say: LabelFn) =>
  optionalPicture(phoneSize, say, "phone", {
    title: say({ es: "En el celular", en: "On phones" }),
    description: say({
      es: "Opcional: una captura tomada en un celular, que ahí se lee mejor. Si falta, se muestra la otra.",
      en: "Optional: a screenshot taken on a phone, which is easier to read there. Without it, phones show the wide one.",
    }),
  });

const screenshot = (say: LabelFn, isShownOnPhones: boolean) =>
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
      ...(isShownOnPhones ? [phonePicture(say)] : []),
    ],
    preview: {
      select: { language: "language", media: "picture" },
      prepare: ({ language, media }) => ({
        title: listLanguageChoices(say).find(({ value }) => value === language)?.title ?? "",
        media,
      }),
    },
  });

/** Returns the field for the screenshots of a product, at most one per language. */
export const screenshotsField = (say: LabelFn, description: Label, isShownOnPhones: boolean) =>
  defineField({
    name: "screens",
    title: say({ es: "Capturas", en: "Screenshots" }),
    type: "array",
    description,
    of: [screenshot(say, isShownOnPhones)],
    validation: (rule) => rule.custom(hasOneScreenshotPerLanguage(say)),
  });
