import { base64url } from "jose";
import { JWTExpired } from "jose/errors";
import * as v from "valibot";
import { AuthError } from "#functions/accounts/auth-error.ts";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { signClaims, verifyClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { challengeExpired } from "./ceremonies.ts";

/** The purpose of a challenge: adding a passkey to an account, or signing in. */
export type Ceremony = "passkey-registration" | "passkey-sign-in";

/** The lifetime of a challenge, in seconds. It allows time to find a phone. */
export const challengeLifetimeSeconds = 300;

const typ = "passkey+jwt";
const claims = v.object({ challenge: v.string(), sub: v.optional(v.string()) });

/**
 * Creates a challenge in base64url. Its id is the signed challenge, so nothing is stored. `accountId` is the account of
 * a registration.
 */
export async function issueChallenge(
  keys: SigningKeys,
  issuer: string,
  ceremony: Ceremony,
  accountId?: string,
): Promise<{ challenge: string; id: string; expiresAt: number }> {
  const challenge = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  const issuedAtMs = Date.now();
  const payload = { challenge, ...(accountId && { sub: accountId }) };
  const id = await signClaims(keys, { issuer, typ, audience: ceremony }, payload, challengeLifetimeSeconds);
  return { challenge, id, expiresAt: Math.floor(issuedAtMs / 1000) + challengeLifetimeSeconds };
}

/**
 * Returns the challenge of this id in base64url.
 * @throws AuthError webauthn_challenge_expired; webauthn_challenge_not_found if it was not issued for this ceremony and
 * account
 */
export async function readChallenge(
  keys: SigningKeys,
  issuer: string,
  ceremony: Ceremony,
  id: string,
  accountId?: string,
): Promise<string> {
  try {
    const { challenge, sub } = await verifyClaims(keys, { issuer, typ, audience: ceremony }, claims, id);
    if (sub === accountId) return challenge;
  } catch (error) {
    if (error instanceof JWTExpired) throw new AuthError(...challengeExpired);
  }
  throw new AuthError(400, "webauthn_challenge_not_found", "There is no such challenge");
}
