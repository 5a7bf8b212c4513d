import { useCurrentLocale } from "sanity";
import { project } from "./project.ts";
import { type Say, type StudioLanguage, sayIn, studioLanguages } from "./schema/say.ts";

/** The locales of Sanity's own texts, by language. */
export const locales: Record<StudioLanguage, string> = { es: "es-ES", en: "en-US" };

const languageOf = (locale: string | null | undefined): StudioLanguage =>
  studioLanguages.find((language) => locales[language] === locale) ?? studioLanguages[0];

/**
 * Returns the language that the user has chosen for the Studio, or Spanish. Reads the storage of the Studio itself, so
 * that the schema has the same language as the rest.
 */
export function chosenLanguage(): StudioLanguage {
  if (typeof window === "undefined") return studioLanguages[0];
  return languageOf(window.localStorage?.getItem(`sanity-locale:${project.projectId}:default`));
}

/** Returns the function that selects labels in the current language of the Studio. */
export function useSay(): Say {
  return sayIn(languageOf(useCurrentLocale().id));
}
