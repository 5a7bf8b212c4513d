import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import { base64urlPattern } from "#functions/contract/characters.ts";
import type { SigningKeys } from "./keys.ts";

/** The purpose of a signed text. `typ` and `audience` exclude its use for another purpose. */
export type ClaimsPurpose = {
  issuer: string;
  typ: string;
  audience: string;
  /** Tolerated difference between the clocks of two edge locations, in seconds. */
  clockTolerance?: number;
};

/**
 * Signs claims as a JWT (RFC 7519) with the signing key.
 * @param issuedAt start of the lifetime, in seconds since 1970
 */
export function signClaims(
  keys: SigningKeys,
  { issuer, typ, audience }: ClaimsPurpose,
  claims: JWTPayload,
  lifetimeSeconds: number,
  issuedAt: number = Math.floor(Date.now() / 1000),
): Promise<string> {
  const { alg, kid, privateKey } = keys.signing;
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid, typ })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(privateKey);
}

/**
 * Returns the claims that were signed for a purpose.
 * @throws Error for a token that is foreign or not valid now, or whose claims do not match the schema
 */
async function verifyClaims<Claims>(
  keys: SigningKeys,
  { issuer, typ, audience, clockTolerance = 0 }: ClaimsPurpose,
  schema: v.GenericSchema<unknown, Claims>,
  token: string,
): Promise<Claims> {
  // Decoders accept padding and unused bits, so one signature would have many spellings.
  if (!base64urlPattern.test(token.split(".")[2] ?? "")) throw new Error("the signature is not base64url");
  const findKey = ({ kid, alg }: { kid?: string; alg?: string }) => {
    const key = keys.find(kid);
    if (!key || key.alg !== alg) throw new Error("unknown key");
    return key.publicKey;
  };
  const { payload } = await jwtVerify(token, findKey, {
    ...{ issuer, audience, typ, algorithms: ["ES256", "EdDSA"], clockTolerance },
    requiredClaims: ["iss", "aud", "exp"],
  });
  return v.parse(schema, payload);
}

/** Returns the claims that were signed for a purpose; null for a token that `verifyClaims` rejects. */
export const readSignedClaims = <Claims>(
  keys: SigningKeys,
  purpose: ClaimsPurpose,
  schema: v.GenericSchema<unknown, Claims>,
  token: string,
): Promise<Claims | null> => verifyClaims(keys, purpose, schema, token).catch(() => null);
