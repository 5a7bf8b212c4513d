import { localize } from "#cms/content/languages.ts";
import type { Language } from "#cms/content/site.ts";
import type { PageContent, SettingsContent } from "#cms/content/types.ts";
import type { Copy } from "#web/content/copy.ts";

/** What one screen says, in both languages: the company's facts, and its page if it has one in the CMS. */
export type ScreenContent = { settings: SettingsContent; page: PageContent | null };

/** What one screen says in one language. */
export function toCopy({ settings, page }: ScreenContent, language: Language): Copy {
  const { figures: _, sharePicture: __, ...shown } = localize(settings, language);
  return { page: page && localize(page, language), settings: shown };
}
