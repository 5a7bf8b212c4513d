import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { SigningKeys } from "./keys.ts";

/** What a signed text is for: `typ` and `audience` keep one kind from passing for another, and all of them from being access tokens. */
export type Purpose = { issuer: string; typ: string; audience: string };

/** Signs claims for that many seconds (JWT, RFC 7519). */
export function signClaims(
  keys: SigningKeys,
  { issuer, typ, audience }: Purpose,
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

/** The claims that were signed for a purpose, `exp` in seconds since 1970 among them. @throws Error for what is not ours, or not valid now */
export async function readSignedClaims(
  keys: SigningKeys,
  { issuer, typ, audience }: Purpose,
  token: string,
): Promise<JWTPayload> {
  const find = ({ kid, alg }: { kid?: string; alg?: string }) => {
    const key = keys.find(kid);
    if (!key || key.alg !== alg) throw new Error("no such key");
    return key.publicKey;
  };
  const { payload } = await jwtVerify(token, find, {
    ...{ issuer, audience, typ, algorithms: ["ES256", "EdDSA"] },
    requiredClaims: ["iss", "aud", "exp"],
  });
  return payload;
}
