import type { Language } from "#cms/content/site.ts";
import type { Messages } from "./provider.tsx";

type LoadMessageFile = () => Promise<{ default: object }>;

const load: Record<Language, { site: LoadMessageFile; private: LoadMessageFile }> = {
  es: {
    site: () => import("./messages/es/site.ts"),
    private: () => import("./messages/es/private.ts"),
  },
  en: {
    site: () => import("./messages/en/site.ts"),
    private: () => import("./messages/en/private.ts"),
  },
};

/**
 * Loads the interface messages of a language. `withPrivate` adds those of the private pages (sign-in, inbox, own
 * message), which other pages do not download.
 */
export async function loadMessages(language: Language, withPrivate: boolean): Promise<Messages> {
  const parts = withPrivate ? [load[language].site(), load[language].private()] : [load[language].site()];
  const modules = await Promise.all(parts);
  return Object.assign({}, ...modules.map((module) => module.default)) as Messages;
}
