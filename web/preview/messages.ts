import type { Language } from "#cms/content/site.ts";
import type es from "#web/language/messages/es/preview.json";

const messageLoaders: Record<Language, () => Promise<{ default: object }>> = {
  es: () => import("#web/language/messages/es/preview.json"),
  en: () => import("#web/language/messages/en/preview.json"),
};

/** The message texts of the preview. */
export type PreviewMessages = Record<keyof typeof es, string>;

/** Returns the messages of the preview in a language. No visitor's page loads them. */
export const loadPreviewMessages = async (language: Language): Promise<PreviewMessages> =>
  (await messageLoaders[language]()).default as PreviewMessages;
