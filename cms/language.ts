import { useCurrentLocale } from "sanity";
import { project } from "./project.ts";
import { createLabelFn, type LabelFn, type StudioLanguage, studioLanguages } from "./schema/labels.ts";

/** The locales of Sanity's own texts, by language. */
export const studioLocales: Record<StudioLanguage, string> = { es: "es-ES", en: "en-US" };

const toLanguage = (locale: string | null | undefined): StudioLanguage =>
  studioLanguages.find((language) => studioLocales[language] === locale) ?? studioLanguages[0];

/**
 * Returns the language that the editor has chosen for the Studio, or Spanish. The schema needs it before React renders,
 * so this function reads the entry of local storage in which Sanity keeps the choice.
 */
export function readChosenLanguage(): StudioLanguage {
  if (typeof window === "undefined") return studioLanguages[0];
  return toLanguage(window.localStorage?.getItem(`sanity-locale:${project.projectId}:default`));
}

/** Returns the function that selects labels in the current language of the Studio. */
export function useSay(): LabelFn {
  return createLabelFn(toLanguage(useCurrentLocale().id));
}
