import type { LocalizedPage, LocalizedSettings } from "#cms/content/types.ts";

/** The company's facts that every page shows. */
type CopySettings = Omit<LocalizedSettings, "figures" | "sharePicture">;

/** What one page says in one language; embedded in it. Screens without a CMS page have only the settings. */
export type Copy = { page: LocalizedPage | null; settings: CopySettings };
