import type { Language } from "../content/site.ts";

/** The languages of the Studio, independent of those of the site. The first is the default. */
export const studioLanguages = ["es", "en"] as const;
export type StudioLanguage = (typeof studioLanguages)[number];

type Words = Record<StudioLanguage, string>;

declare const inBothLanguages: unique symbol;

/** A label of the Studio that exists in both languages. Only `say` creates this type. */
export type Said = string & { readonly [inBothLanguages]: true };

/** Returns a label in the language of the Studio. */
export type Say = ((text: Words) => Said) & { readonly language: StudioLanguage };

/** Returns the function that selects labels in `language`. */
export const sayIn = (language: StudioLanguage): Say =>
  Object.assign((text: Words) => text[language] as Said, { language });

// A reference to a type has its labels at that type.
type Named = { type: string; title?: never; fields?: never };

/** A type or field whose titles and descriptions, at any depth, exist in both languages. */
export type Explained = {
  name: string;
  title: Said;
  description: Said;
  fields?: readonly Explained[];
  of?: readonly (Explained | Named)[];
  options?: { list?: readonly { title: Said }[]; [option: string]: unknown };
};

/** The languages of a text in list previews, by the language of the Studio. */
export const listed: Record<StudioLanguage, { title: Language; subtitle: Language }> = {
  es: { title: "es", subtitle: "en" },
  en: { title: "en", subtitle: "es" },
};

/** Returns the preview selection of a text: the Studio's language as title, the other one as subtitle. */
export const bothLanguages = (text: string, { language }: Say) => ({
  title: `${text}.${listed[language].title}`,
  subtitle: `${text}.${listed[language].subtitle}`,
});
