import { base64url } from "jose";

/** The first refresh token of a session: 256 random bits, base64url. */
export function createRefreshToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * The one token that `parent` is exchanged for (HMAC-SHA-256, base64url). It is derived, not drawn, so that any
 * number of exchanges of one token at once have the same outcome without its text being stored anywhere.
 */
export async function deriveSuccessor(secret: CryptoKey, parent: string): Promise<string> {
  return base64url.encode(
    new Uint8Array(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(parent))),
  );
}

/** Whether a text has the form of a refresh token. What has another form costs no question to the database. */
export const isRefreshToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
