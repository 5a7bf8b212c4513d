import type { Language } from "#cms/content/site.ts";

const recover: Record<Language, string> = { es: "recuperar", en: "recover" };
const account: Record<Language, string> = { es: "cuenta", en: "account" };

/** The fragment of the sign-in page that opens it where a new password is asked for. */
export const recoverFragment = (language: Language) => recover[language];

/** The fragment of the sign-in page that shows one's own account. */
export const accountFragment = (language: Language) => account[language];
