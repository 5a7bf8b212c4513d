import { isPrivate, type Language } from "#cms/content/site.ts";
import type { Screen } from "#web/app/paths.ts";
import { type SiteContent, toCopy } from "./content.ts";
import { shareCardOf } from "./share-cards.ts";

/** What the content gives to one document: its copy, its share card, and whether the contact form is in it. */
export async function documentParts(site: SiteContent, screen: Screen, language: Language) {
  const copy = toCopy(site, screen, language);
  const hidden = screen === "not-found" || isPrivate(screen);
  return {
    copy,
    share: hidden ? null : await shareCardOf(site, screen, language),
    hasForm: copy.page?.sections.some(({ _type }) => _type === "contactForm") ?? false,
  };
}
