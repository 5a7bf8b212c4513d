import { useCurrentLocale } from "sanity";
import type { Language } from "./content/site.ts";
import { project } from "./project.ts";
import { type Say, sayIn } from "./schema/say.ts";

/** The locales of Sanity's own words, by the language that they are in. */
export const locales: Record<Language, string> = { es: "es-ES", en: "en-US" };

const languageOf = (locale: string | null | undefined): Language => (locale === locales.en ? "en" : "es");

/**
 * The language that this person has chosen for the Studio, Spanish if none: where the Studio itself keeps it, so that
 * the schema is made in the language of all that is around it.
 */
export function chosenLanguage(): Language {
  if (typeof window === "undefined") return "es";
  return languageOf(window.localStorage?.getItem(`sanity-locale:${project.projectId}:default`));
}

/** Gives texts in the language that the Studio is shown in. */
export function useSay(): Say {
  return sayIn(languageOf(useCurrentLocale().id));
}
