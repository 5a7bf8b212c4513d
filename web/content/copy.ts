import type { Language } from "#cms/content/site.ts";
import type { LocalizedNavigation, LocalizedPage, LocalizedSettings } from "#cms/content/types.ts";

/** The company's facts that every page shows. */
type CopySettings = Omit<LocalizedSettings, "figures" | "sharePicture">;

/** What one page says in one language; embedded in it. Screens without a page of the CMS have none here. */
export type Copy = {
  page: LocalizedPage | null;
  /** Where the page is in each language; null on what is shown where there is none. */
  addresses: Record<Language, string> | null;
  settings: CopySettings;
  navigation: LocalizedNavigation;
};
