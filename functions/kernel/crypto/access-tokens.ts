import * as v from "valibot";
import type { SigningKeys } from "./keys.ts";
import { readSignedClaims, signClaims } from "./signed-claims.ts";

/** Lifetime of an access token, in seconds. */
export const accessTokenLifetimeSeconds = 600;

const audience = "authenticated";
const toPurpose = (issuer: string) => ({ issuer, typ: "JWT", audience, clockTolerance: 2 });

// The types of Supabase clients require both claims. They are the same in every token, and the edge never reads them.
const fixedClaims = { role: "authenticated", aal: "aal1" };

/** The account and the session that an access token identifies. */
export type Caller = { accountId: string; sessionId: string };

const callerClaims = v.pipe(
  v.object({
    // RFC 7519 §4.1.3 also allows a list; the edge issues none.
    aud: v.literal(audience),
    sub: v.pipe(v.string(), v.uuid()),
    session_id: v.pipe(v.string(), v.uuid()),
    nbf: v.number(),
    iat: v.number(),
  }),
  v.transform(({ sub, session_id }): Caller => ({ accountId: sub, sessionId: session_id })),
);

/**
 * Signs an access token (JWT, RFC 7519) with the signing key. Its `role` is the protocol's constant: the rights of an
 * account are read from the database.
 * @returns the token, and its expiry in seconds since 1970
 */
export async function issueAccessToken(
  keys: SigningKeys,
  issuer: string,
  { accountId, sessionId, email }: Caller & { email: string },
): Promise<{ token: string; expiresAt: number }> {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { ...fixedClaims, sub: accountId, session_id: sessionId, email, iat, nbf: iat };
  const token = await signClaims(keys, toPurpose(issuer), claims, accessTokenLifetimeSeconds, iat);
  return { token, expiresAt: iat + accessTokenLifetimeSeconds };
}

/**
 * Reads an access token after checks of its key, algorithm, type, issuer, audience and times. Returns null for a token
 * that is foreign or not valid now. Only the database knows whether the session is active.
 */
export const readAccessToken = (keys: SigningKeys, issuer: string, token: string): Promise<Caller | null> =>
  readSignedClaims(keys, toPurpose(issuer), callerClaims, token);
