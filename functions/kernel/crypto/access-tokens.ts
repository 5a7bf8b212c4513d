import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { SigningKeys } from "./keys.ts";

/** Lifetime of an access token, in seconds. */
export const accessTokenLifetimeSeconds = 600;

const audience = "authenticated";

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
  }),
  v.transform(({ sub, session_id }): Caller => ({ accountId: sub, sessionId: session_id })),
);

/**
 * Signs an access token (JWT, RFC 7519) with the newest key. Its `role` is the protocol's constant: the rights of an
 * account are read from the database.
 * @returns the token, and its expiry in seconds since 1970
 */
export async function issueAccessToken(
  keys: SigningKeys,
  issuer: string,
  { accountId, sessionId, email }: Caller & { email: string },
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + accessTokenLifetimeSeconds;
  const { alg, kid, privateKey } = keys.newest;
  const token = await new SignJWT({ ...fixedClaims, session_id: sessionId, email })
    .setProtectedHeader({ alg, kid, typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(accountId)
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return { token, expiresAt };
}

/**
 * Reads an access token after checks of its key, algorithm, type, issuer, audience and times. Returns null for a token
 * that is foreign or not valid now. Only the database knows whether the session is active.
 */
export async function readAccessToken(
  keys: SigningKeys,
  issuer: string,
  token: string,
): Promise<Caller | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid, alg }) => {
        const key = keys.find(kid);
        if (key?.alg !== alg) throw new Error("unknown key");
        return (key as NonNullable<typeof key>).publicKey;
      },
      {
        issuer,
        audience,
        typ: "JWT",
        algorithms: ["ES256", "EdDSA"],
        requiredClaims: ["iss", "aud", "sub", "exp", "nbf", "iat"],
        // Tolerated difference between the clocks of two edge locations, in seconds.
        clockTolerance: 2,
      },
    );
    return v.parse(callerClaims, payload);
  } catch {
    return null;
  }
}
