import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { SigningKeys } from "./keys.ts";

/** How long an access token lives, in seconds. */
export const accessTokenLifetime = 600;

const audience = "authenticated";

// Clients' types demand both; they are the same in every token, and nothing here reads them.
const constants = { role: "authenticated", aal: "aal1" };

/** Whom an access token speaks for: an account, signed in through one session. */
export type Caller = { accountId: string; sessionId: string };

const callerClaims = v.pipe(
  v.object({
    // A list would be allowed by RFC 7519; none of ours has one.
    aud: v.literal(audience),
    sub: v.pipe(v.string(), v.uuid()),
    session_id: v.pipe(v.string(), v.uuid()),
  }),
  v.transform(({ sub, session_id }): Caller => ({ accountId: sub, sessionId: session_id })),
);

/**
 * Signs an access token (JWT, RFC 7519) with the newest key. Its `role` is the protocol's constant: what an account may
 * do is read from the database where it is needed. `expiresAt` is in seconds since 1970.
 */
export async function issueAccessToken(
  keys: SigningKeys,
  issuer: string,
  { accountId, sessionId, email }: Caller & { email: string },
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + accessTokenLifetime;
  const { alg, kid, privateKey } = keys.newest;
  const token = await new SignJWT({ ...constants, session_id: sessionId, email })
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
 * Reads an access token after checking its key, algorithm, type, issuer, audience and times.
 * Null for whatever is not a token of ours that is valid now; whether the session lives is the database's to say.
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
        if (key?.alg !== alg) throw new Error("no such key");
        return (key as NonNullable<typeof key>).publicKey;
      },
      {
        issuer,
        audience,
        typ: "JWT",
        algorithms: ["ES256", "EdDSA"],
        requiredClaims: ["iss", "aud", "sub", "exp", "nbf", "iat"],
        // Two edges' clocks may differ by as much.
        clockTolerance: 2,
      },
    );
    return v.parse(callerClaims, payload);
  } catch {
    return null;
  }
}
