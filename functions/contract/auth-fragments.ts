import type { Language } from "#cms/content/site.ts";

const recover: Record<Language, string> = { es: "recuperar", en: "recover" };

/** The fragment of the sign-in page that opens it where a new password is asked for. */
export const recoverFragment = (language: Language) => recover[language];
