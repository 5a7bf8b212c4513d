import type { Language } from "#cms/content/site.ts";

const recover: Record<Language, string> = { es: "recuperar", en: "recover" };
const account: Record<Language, string> = { es: "cuenta", en: "account" };

/** Returns the fragment that opens the sign-in page at the request for a new password. */
export const recoverFragment = (language: Language) => recover[language];

/** Returns the fragment that opens the sign-in page at the user's own account. */
export const accountFragment = (language: Language) => account[language];

/** Path of the authentication service at the site's own origin. */
export const authPath = "/api/auth";

/** First version in `X-Supabase-Api-Version` whose errors have a `code`. */
export const authApiVersion = "2024-01-01";

/** Length of a password in code points, in NFC. */
export const passwordLength = { minimum: 8, maximum: 128 } as const;

/** Maximum number of passkeys of an account. */
export const passkeyLimit = 10;
export const passkeyNameLength = 120;

/** Digits of a mailed code. */
export const codeLength = 6;

/** Validity of a mailed code, in minutes. The link beside it is valid longer. */
export const codeLifetimeMinutes = 10;

/** Maximum size of an account's metadata, in bytes of compact JSON in UTF-8. */
export const metadataLimit = 4096;

/** Purposes of mailed links and codes: the protocol's values of `type`. An invitation has a link only. */
export const mailPurposes = ["signup", "recovery", "invite", "email_change"] as const;
export type MailPurpose = (typeof mailPurposes)[number];
