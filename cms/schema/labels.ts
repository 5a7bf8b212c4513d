import type { Language } from "../content/site.ts";

/** The languages of the Studio, independent of those of the site. The first is the default. */
export const studioLanguages = ["es", "en"] as const;
export type StudioLanguage = (typeof studioLanguages)[number];

export type LabelTexts = Record<StudioLanguage, string>;

declare const inBothLanguages: unique symbol;

/** A label of the Studio that exists in both languages. Only `say` creates this type. */
export type Label = string & { readonly [inBothLanguages]: true };

/** Returns a label in the language of the Studio. */
export type LabelFn = ((text: LabelTexts) => Label) & { readonly language: StudioLanguage };

/** Returns the function that selects labels in `language`. */
export const createLabelFn = (language: StudioLanguage): LabelFn =>
  Object.assign((text: LabelTexts) => text[language] as Label, { language });

// A reference to a type has its labels at that type.
type Named = { type: string; title?: never; fields?: never };

/** A type whose titles, and the descriptions of its fields, exist in both languages at any depth. */
export type LabelledType = {
  name: string;
  title: Label;
  fields?: readonly (LabelledField | HiddenField)[];
  of?: readonly (LabelledType | Named)[];
  options?: { list?: readonly { title: Label }[]; [option: string]: unknown };
};

/** A field that the Studio shows nowhere, so that it needs no labels. */
type HiddenField = { name: string; hidden: true; title?: never };

export type FieldLabels = { title: Label; description: Label };

/** A field with its labels. The Studio shows descriptions of fields, and of types with several documents. */
export type LabelledField = LabelledType & FieldLabels;

/** The languages of a text in list previews, by the language of the Studio. */
export const previewLanguages: Record<StudioLanguage, { title: Language; subtitle: Language }> = {
  es: { title: "es", subtitle: "en" },
  en: { title: "en", subtitle: "es" },
};

/** Returns the preview selection of a text: the Studio's language as title, the other one as subtitle. */
export const toBilingualPreview = (text: string, { language }: LabelFn) => ({
  title: `${text}.${previewLanguages[language].title}`,
  subtitle: `${text}.${previewLanguages[language].subtitle}`,
});
