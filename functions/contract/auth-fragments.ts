import type { Language } from "./languages.ts";

/** Where people sign in, and where a mail about an account leads. */
export const authPath = (language: Language) => (language === "es" ? "/auth" : "/en/auth");

/** The fragment of that page that opens it where a new password is asked for. */
export const recoverFragment = (language: Language) => (language === "es" ? "recuperar" : "recover");
