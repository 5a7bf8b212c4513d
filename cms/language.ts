import { useCurrentLocale } from "sanity";
import { project } from "./project.ts";
import { type Say, type StudioLanguage, sayIn, studioLanguages } from "./schema/say.ts";

/** The locales of Sanity's own words, by the language that they are in. */
export const locales: Record<StudioLanguage, string> = { es: "es-ES", en: "en-US" };

const languageOf = (locale: string | null | undefined): StudioLanguage =>
  studioLanguages.find((language) => locales[language] === locale) ?? studioLanguages[0];

/**
 * The language that this person has chosen for the Studio, Spanish if none: where the Studio itself keeps it, so that
 * the schema is made in the language of all that is around it.
 */
export function chosenLanguage(): StudioLanguage {
  if (typeof window === "undefined") return studioLanguages[0];
  return languageOf(window.localStorage?.getItem(`sanity-locale:${project.projectId}:default`));
}

/** Gives texts in the language that the Studio is shown in. */
export function useSay(): Say {
  return sayIn(languageOf(useCurrentLocale().id));
}
