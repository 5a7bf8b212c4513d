import { base64url } from "jose";
import { JWTExpired } from "jose/errors";
import * as v from "valibot";
import { AuthError, refusalErrors } from "#functions/accounts/auth-error.ts";
import { signClaims, verifyClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { type TokenIssuer, toIssuer } from "#functions/kernel/http/session.ts";
import { challengeLifetimeSeconds } from "./ceremonies.ts";

/** The purpose of a challenge: adding a passkey to an account, or signing in. */
type Ceremony = "passkey-registration" | "passkey-sign-in";

/**
 * Returns the claims that bind the token of a challenge to this site and one ceremony, so that no other token is
 * accepted.
 */
const toPurpose = (environment: TokenIssuer, ceremony: Ceremony) => ({
  issuer: toIssuer(environment),
  typ: "passkey+jwt",
  audience: ceremony,
});
const claims = v.object({ challenge: v.string(), sub: v.optional(v.string()) });

/**
 * Creates a challenge in base64url, which the browser's authenticator signs. Its id is the challenge in a signed token,
 * so the edge stores no open challenges. `accountId` is the account of a registration. `expiresAt` is in seconds since
 * 1970.
 */
export async function issueChallenge(
  environment: TokenIssuer,
  ceremony: Ceremony,
  accountId?: string,
): Promise<{ challenge: string; id: string; expiresAt: number }> {
  const challenge = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  const issuedAtMs = Date.now();
  const payload = { challenge, ...(accountId && { sub: accountId }) };
  const purpose = toPurpose(environment, ceremony);
  const id = await signClaims(environment.signingKeys, purpose, payload, challengeLifetimeSeconds);
  return { challenge, id, expiresAt: Math.floor(issuedAtMs / 1000) + challengeLifetimeSeconds };
}

/**
 * Verifies an id from `issueChallenge`, a signed token, and returns its challenge in base64url.
 * @throws AuthError webauthn_challenge_expired; webauthn_challenge_not_found if this site did not issue it for this
 * ceremony and account
 */
export async function readChallenge(
  environment: TokenIssuer,
  ceremony: Ceremony,
  id: string,
  accountId?: string,
): Promise<string> {
  const purpose = toPurpose(environment, ceremony);
  try {
    const { challenge, sub } = await verifyClaims(environment.signingKeys, purpose, claims, id);
    if (sub === accountId) return challenge;
  } catch (error) {
    if (error instanceof JWTExpired) throw new AuthError(...refusalErrors.challenge_used);
  }
  throw new AuthError(400, "webauthn_challenge_not_found", "There is no such challenge");
}
