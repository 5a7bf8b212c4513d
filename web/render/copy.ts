import { localize } from "#cms/content/languages.ts";
import type { OnLeftOut } from "#cms/content/leave-out.ts";
import { loadPage, loadSettings } from "#cms/content/load.ts";
import { loadNavigation } from "#cms/content/load-navigation.ts";
import { addressesOf, isPrivate, type Language } from "#cms/content/site.ts";
import type { NavigationContent, PageContent, Picture, SettingsContent } from "#cms/content/types.ts";
import type { ContentSource } from "#functions/contract/site-renderer.ts";
import type { Screen } from "#web/app/paths.ts";
import type { Copy } from "#web/content/copy-provider.tsx";

/** The content of every screen, in both languages: the company's facts, the menu and the footer. */
export type SharedContent = { settings: SettingsContent; navigation: NavigationContent };

/** The content of one screen in both languages. Private screens have no page. */
export type ScreenContent = SharedContent & { page: PageContent | null };

/**
 * Reads the content of a screen without its broken parts. `name` is its page in the CMS; null for a private or the
 * not-found screen.
 * @throws ContentError if the rest cannot be shown
 */
export async function readScreenContent(
  source: ContentSource,
  name: string | null,
  onLeftOut: OnLeftOut,
): Promise<ScreenContent> {
  const [settings, navigation, page] = await Promise.all([
    loadSettings(source, onLeftOut),
    loadNavigation(source, onLeftOut),
    name === null ? null : loadPage(source, name, onLeftOut),
  ]);
  return { settings, navigation, page };
}

/** Returns the copy of one screen in one language, without the settings that no component reads. */
export function toCopy(
  { settings, navigation, page }: ScreenContent,
  screen: Screen,
  language: Language,
): Copy {
  const { figures: _, sharePicture: __, ...localizedSettings } = localize(settings, language);
  return {
    page: page && localize(page, language),
    addresses: page?.address ?? (isPrivate(screen) ? addressesOf(screen) : null),
    settings: localizedSettings,
    navigation: localize(navigation, language),
  };
}

/** Yields every picture in a part of the content, in document order: each object with `url` and `width`. */
export function* picturesIn(value: unknown): Generator<Picture> {
  if (typeof value !== "object" || value === null) return;
  if ("url" in value && "width" in value) yield value as Picture;
  for (const item of Object.values(value)) yield* picturesIn(item);
}
