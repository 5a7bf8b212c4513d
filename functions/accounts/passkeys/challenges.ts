import { base64url } from "jose";
import { JWTExpired } from "jose/errors";
import * as v from "valibot";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";

/** What an authenticator is asked to sign for: adding a passkey to an account, or signing in. */
export type Ceremony = "passkey-registration" | "passkey-sign-in";

/** How long a challenge can be answered, in seconds: a person may look for their phone. */
export const challengeLifetime = 300;

const typ = "passkey+jwt";
const claims = v.object({ challenge: v.string() });

/** A new challenge in base64url, with its name: itself, signed, so that nothing is stored. The account is that of a registration. */
export async function issueChallenge(
  keys: SigningKeys,
  issuer: string,
  ceremony: Ceremony,
  accountId?: string,
): Promise<{ challenge: string; id: string; expiresAt: number }> {
  const challenge = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  const madeAt = Date.now();
  const payload = { challenge, ...(accountId && { sub: accountId }) };
  const id = await signClaims(keys, { issuer, typ, audience: ceremony }, payload, challengeLifetime);
  return { challenge, id, expiresAt: Math.floor(madeAt / 1000) + challengeLifetime };
}

/** The challenge of this name in base64url; `expired` when its time is over, null when it is none of ours for this ceremony and account. */
export async function readChallenge(
  keys: SigningKeys,
  issuer: string,
  ceremony: Ceremony,
  id: string,
  accountId?: string,
): Promise<{ challenge: string } | "expired" | null> {
  try {
    const payload = await readSignedClaims(keys, { issuer, typ, audience: ceremony }, id);
    const { challenge } = v.parse(claims, payload);
    return payload.sub === accountId ? { challenge } : null;
  } catch (error) {
    return error instanceof JWTExpired ? "expired" : null;
  }
}
