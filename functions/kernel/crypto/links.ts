import { base64url } from "jose";
import { type Language, path } from "#cms/content/site.ts";
import { codeLength, type MailPurpose } from "#functions/contract/account.ts";
import { ownMessageFragment } from "#functions/contract/reference.ts";
import { toHex } from "./digest.ts";

async function createMac(secret: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(text)));
}

/** Returns the HMAC-SHA-256 of a text, in base64url. */
export const createMacToken = async (secret: CryptoKey, text: string): Promise<string> =>
  base64url.encode(await createMac(secret, text));

/**
 * Derives the one-time token `id` (256 bits, base64url) and its code of six digits from a key. Neither is stored, so a
 * reader of the database or of the outbox cannot spend them.
 */
export async function deriveOneTimeToken(
  secret: CryptoKey,
  id: string,
): Promise<{ token: string; code: string }> {
  const [token, digits] = await Promise.all([
    createMacToken(secret, `one-time token ${id}`),
    createMac(secret, `one-time code ${id}`),
  ]);
  const number = new DataView(digits.buffer).getBigUint64(0) % 10n ** BigInt(codeLength);
  return { token, code: String(number).padStart(codeLength, "0") };
}

/**
 * Returns the HMAC that is stored instead of a code, in hexadecimal. Brute force would find six digits from a plain
 * hash.
 */
export async function createCodeHmac(secret: CryptoKey, email: string, code: string): Promise<string> {
  return toHex(await createMac(secret, `stored code ${code} for ${email}`));
}

/** Derives the token of the own-message link of the message `id` (256 bits, base64url). */
export const deriveMessageToken = (secret: CryptoKey, id: string): Promise<string> =>
  createMacToken(secret, `own message ${id}`);

/** Derives the token of the link to a conversation in the mail of an answer (256 bits, base64url). */
export const deriveConversationToken = (secret: CryptoKey, answerId: string): Promise<string> =>
  createMacToken(secret, `conversation of answer ${answerId}`);

/** The writer of the replies at a reply address: the customer, or a colleague who got the company's notice. */
export type ReplyRole = "customer" | "company";

/**
 * Derives the token of the address that receives replies to the mails of a conversation (128 bits). It is hexadecimal,
 * because some mail servers change the case of an address. `generation` counts the earlier addresses that were revoked.
 */
export const deriveReplyToken = async (
  secret: CryptoKey,
  submissionId: string,
  { role, generation }: { role: ReplyRole; generation: number },
): Promise<string> =>
  toHex((await createMac(secret, `replies ${generation} of ${role} to ${submissionId}`)).slice(0, 16));

/** Returns the address that receives replies. */
export const createReplyAddress = (token: string, domain: string): string => `reply+${token}@${domain}`;

/** Returns the token of an address at the reply domain; null for another address. */
export function readReplyToken(address: string, domain: string): string | null {
  const [localPart = "", host, ...rest] = address.toLowerCase().split("@");
  if (host !== domain.toLowerCase() || rest.length > 0) return null;
  return /^reply\+([\da-f]{32})$/.exec(localPart)?.[1] ?? null;
}

/**
 * Returns whether a text has the form of a token of 256 bits in base64url. The edge rejects any other text without a
 * database call.
 */
export const isMacToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Length of the tag of a refresh token, in characters of base64url: 128 bits. */
const tagLength = 22;

/** Returns a refresh token: 256 bits that no one can guess, with the tag by which the edge knows its own tokens. */
export async function tagRefreshToken(secret: CryptoKey, body: string): Promise<string> {
  const tag = await createMacToken(secret, `refresh token ${body}`);
  return body + tag.slice(0, tagLength);
}

/** Returns whether a text has the form of a refresh token. The edge rejects any other text without a database call. */
export const isRefreshToken = (text: string): boolean => /^[\w-]{65}$/.test(text);

/** Returns whether one of these keys tagged a refresh token. A key that was retired since no longer proves a token. */
export async function isTaggedToken(secrets: CryptoKey[], token: string): Promise<boolean> {
  const body = token.slice(0, -tagLength);
  const ownTokens = await Promise.all(secrets.map((secret) => tagRefreshToken(secret, body)));
  return ownTokens.includes(token);
}

/** Returns the own-message link for a mail. The token is in the fragment, which browsers send to no server. */
export const createOwnMessageLink = (
  siteOrigin: string,
  { token, language }: { token: string; language: Language },
): string => `${siteOrigin}${path("own-message", language)}#${ownMessageFragment}=${token}`;

/** Returns the link to a conversation for the mail of an answer. The token is in the fragment. */
export const createConversationLink = (
  siteOrigin: string,
  { token, language }: { token: string; language: Language },
): string => `${siteOrigin}${path("conversation", language)}#${token}`;

/**
 * Returns the link of a one-time token for a mail. The page spends the token on a click, not when it is opened. That of an
 * invitation leads on to the inbox.
 */
export function createOneTimeLink(
  siteOrigin: string,
  { token, purpose, language }: { token: string; purpose: MailPurpose; language: Language },
): string {
  const next = purpose === "invite" ? `?${new URLSearchParams({ next: path("inbox", language) })}` : "";
  return `${siteOrigin}${path("sign-in", language)}${next}#token_hash=${token}&type=${purpose}`;
}
