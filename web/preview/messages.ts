import type { Language } from "#cms/content/site.ts";
import type es from "#web/language/messages/es/preview.json";

const parts: Record<Language, () => Promise<{ default: object }>> = {
  es: () => import("#web/language/messages/es/preview.json"),
  en: () => import("#web/language/messages/en/preview.json"),
};

/** What the preview says, beside the page. */
export type PreviewMessages = Record<keyof typeof es, string>;

/** The messages of the preview in one language; no visitor's page has them. */
export const loadPreviewMessages = async (language: Language): Promise<PreviewMessages> =>
  (await parts[language]()).default as PreviewMessages;
