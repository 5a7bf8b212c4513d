import { base64url } from "jose";
import { type Language, path } from "#cms/content/site.ts";
import { codeLength, type MailPurpose } from "#functions/contract/account.ts";
import { ownMessageFragment } from "#functions/contract/reference.ts";
import { toHex } from "./digest.ts";

async function mac(secret: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(text)));
}

/**
 * The text of the one-time token `id` (256 bits, base64url) and its code of six digits. Both are derived from a key
 * whenever they are needed, so that a reader of what is stored or waits to be mailed can spend none of it.
 */
export async function deriveOneTimeToken(
  secret: CryptoKey,
  id: string,
): Promise<{ token: string; code: string }> {
  const [token, digits] = await Promise.all([
    mac(secret, `one-time token ${id}`),
    mac(secret, `one-time code ${id}`),
  ]);
  const number = new DataView(digits.buffer).getBigUint64(0) % 10n ** BigInt(codeLength);
  return { token: base64url.encode(token), code: String(number).padStart(codeLength, "0") };
}

/** The HMAC that is stored instead of a code, in hexadecimal: a plain hash of six digits could be found by trying all. */
export async function createCodeHmac(secret: CryptoKey, email: string, code: string): Promise<string> {
  return toHex(await mac(secret, `stored code ${code} for ${email}`));
}

/** The token of the sender's own link to the message `id` (256 bits, base64url), derived like the others. */
export async function deriveMessageToken(secret: CryptoKey, id: string): Promise<string> {
  return base64url.encode(await mac(secret, `own message ${id}`));
}

/** Returns whether a text has the form of a derived token. The edge rejects any other text without a database call. */
export const isMacToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The address in a mail that shows its reader what is kept of the message they have sent. Browsers send no fragment to anyone. */
export const ownMessageLink = (
  siteOrigin: string,
  { token, language }: { token: string; language: Language },
): string => `${siteOrigin}${path("own-message", language)}#${ownMessageFragment}=${token}`;

/** The address in a mail: a page of the site that spends the token when its reader asks for it, not by being opened. */
export function oneTimeLink(
  siteOrigin: string,
  { token, purpose, language }: { token: string; purpose: MailPurpose | "invite"; language: Language },
): string {
  return `${siteOrigin}${path("sign-in", language)}#token_hash=${token}&type=${purpose}`;
}
