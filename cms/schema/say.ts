import type { Language } from "../content/site.ts";

/** The languages that the Studio speaks to editors, the default first: whatever languages the site has. */
export const studioLanguages = ["es", "en"] as const;
export type StudioLanguage = (typeof studioLanguages)[number];

type Words = Record<StudioLanguage, string>;

declare const inBothLanguages: unique symbol;

/** A text of the Studio that is written in both languages: only `say` makes one. */
export type Said = string & { readonly [inBothLanguages]: true };

/** Gives a text in the language of the Studio. */
export type Say = ((text: Words) => Said) & { readonly language: StudioLanguage };

/** What the Studio says in `language`. */
export const sayIn = (language: StudioLanguage): Say =>
  Object.assign((text: Words) => text[language] as Said, { language });

// What only names a type is explained where that type is.
type Named = { type: string; title?: never; fields?: never };

/** A type or field whose every title and description, however deep, is written in both languages. */
export type Explained = {
  name: string;
  title: Said;
  description: Said;
  fields?: readonly Explained[];
  of?: readonly (Explained | Named)[];
  options?: { list?: readonly { title: Said }[]; [option: string]: unknown };
};

/** In which two languages of the site a list shows each text, by the language of the Studio. */
export const listed: Record<StudioLanguage, { title: Language; subtitle: Language }> = {
  es: { title: "es", subtitle: "en" },
  en: { title: "en", subtitle: "es" },
};

/** What a list shows of a thing: its text in the language of the Studio, and under it in another one. */
export const bothLanguages = (text: string, { language }: Say) => ({
  title: `${text}.${listed[language].title}`,
  subtitle: `${text}.${listed[language].subtitle}`,
});
