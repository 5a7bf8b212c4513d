import type { InBothLanguages } from "../content/languages.ts";
import type { Language } from "../content/site.ts";

declare const inBothLanguages: unique symbol;

/** A text of the Studio that is written in both languages: only `say` makes one. */
export type Said = string & { readonly [inBothLanguages]: true };

/** Gives a text in the language of the Studio. */
export type Say = ((text: InBothLanguages) => Said) & { readonly language: Language };

/** What the Studio says in `language`. */
export const sayIn = (language: Language): Say =>
  Object.assign((text: InBothLanguages) => text[language] as Said, { language });

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

/** What a list shows of a thing: its text in the language of the Studio, and under it the other one. */
export const bothLanguages = (text: string, { language }: Say) => ({
  title: `${text}.${language}`,
  subtitle: `${text}.${language === "es" ? "en" : "es"}`,
});
