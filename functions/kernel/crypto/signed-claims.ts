import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { SigningKeys } from "./keys.ts";

/** The purpose of a signed text. `typ` and `audience` exclude its use for another purpose and as an access token. */
export type ClaimsPurpose = { issuer: string; typ: string; audience: string };

/**
 * Signs claims as a JWT (RFC 7519).
 * @param seconds lifetime of the token
 */
export function signClaims(
  keys: SigningKeys,
  { issuer, typ, audience }: ClaimsPurpose,
  claims: JWTPayload,
  seconds: number,
): Promise<string> {
  const { alg, kid, privateKey } = keys.newest;
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid, typ })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(privateKey);
}

/**
 * Returns the claims that were signed for a purpose, with `exp` in seconds since 1970.
 * @throws Error for a token that is foreign or not valid now
 */
export async function readSignedClaims(
  keys: SigningKeys,
  { issuer, typ, audience }: ClaimsPurpose,
  token: string,
): Promise<JWTPayload> {
  const findKey = ({ kid, alg }: { kid?: string; alg?: string }) => {
    const key = keys.find(kid);
    if (!key || key.alg !== alg) throw new Error("unknown key");
    return key.publicKey;
  };
  const { payload } = await jwtVerify(token, findKey, {
    ...{ issuer, audience, typ, algorithms: ["ES256", "EdDSA"] },
    requiredClaims: ["iss", "aud", "exp"],
  });
  return payload;
}
