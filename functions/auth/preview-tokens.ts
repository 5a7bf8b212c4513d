import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { SigningKeys } from "./keys.ts";

/** What a preview shows drafts to: the Studio at that origin, in which the page is framed, or whoever was given a link. */
export type Preview = { studio: string | null };

// No token of one kind passes for another: neither of these is an access token.
type Purpose = "preview" | "preview-link";
const typ = "preview+jwt";
const claims = v.object({ studio: v.nullable(v.string()), exp: v.number() });

/** Signs that its holder may see drafts for that many seconds (JWT, RFC 7519). */
export function issuePreviewToken(
  keys: SigningKeys,
  issuer: string,
  purpose: Purpose,
  preview: Preview,
  seconds: number,
): Promise<string> {
  const { alg, kid, privateKey } = keys.newest;
  return new SignJWT(preview)
    .setProtectedHeader({ alg, kid, typ })
    .setIssuer(issuer)
    .setAudience(purpose)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(privateKey);
}

/** Reads such a token; `expiresAt` is in seconds since 1970. Null for whatever is not one of ours that is valid now. */
export async function readPreviewToken(
  keys: SigningKeys,
  issuer: string,
  purpose: Purpose,
  token: string,
): Promise<(Preview & { expiresAt: number }) | null> {
  try {
    const find = ({ kid, alg }: { kid?: string; alg?: string }) => {
      const key = keys.find(kid);
      if (!key || key.alg !== alg) throw new Error("no such key");
      return key.publicKey;
    };
    const { payload } = await jwtVerify(token, find, {
      ...{ issuer, audience: purpose, typ, algorithms: ["ES256", "EdDSA"] },
      requiredClaims: ["iss", "aud", "exp"],
    });
    const { studio, exp } = v.parse(claims, payload);
    return { studio, expiresAt: exp };
  } catch {
    return null;
  }
}
