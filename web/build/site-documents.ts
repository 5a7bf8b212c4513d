import { isPrivate, type Language, languages, pageAt, pages, path, prefixOf } from "#cms/content/site.ts";
import type { Screen } from "#web/app/paths.ts";

/** The address of a screen's document. */
export const documentAddress = (screen: Screen, language: Language): string =>
  screen === "not-found" ? `${prefixOf(language)}/404` : path(screen, language);

/** Every page of the site in every language, and what is shown where there is none. */
export const pageDocuments = ([...pages, "not-found"] as Screen[]).flatMap((screen) =>
  languages.map((language) => ({ screen, language, address: documentAddress(screen, language) })),
);

/** The screen whose document has that address. */
export function screenOf(address: string): { screen: Screen; language: Language } | undefined {
  const found = pageAt(address);
  if (found) return { screen: found.page, language: found.language };
  return pageDocuments.find((each) => each.address === address);
}

/** Whether a screen has a document in the CMS. */
export const hasPage = (screen: Screen): boolean => screen !== "not-found" && !isPrivate(screen);
