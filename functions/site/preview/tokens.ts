import * as v from "valibot";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";

/** What a preview shows drafts to: the Studio at that origin, in which the page is framed, or whoever was given a link. */
export type Preview = { studio: string | null };

type Purpose = "preview" | "preview-link";
const typ = "preview+jwt";
const claims = v.object({ studio: v.nullable(v.string()), iat: v.number(), exp: v.number() });

/**
 * Signs that its holder may see drafts for that many seconds. `issuedAt`, in seconds since 1970, is when the permission was given: the
 * cookie that a link sets has the time of the link, so that both end together.
 */
export const issuePreviewToken = (
  keys: SigningKeys,
  issuer: string,
  purpose: Purpose,
  preview: Preview,
  seconds: number,
  issuedAt: number = Math.floor(Date.now() / 1000),
): Promise<string> =>
  signClaims(keys, { issuer, typ, audience: purpose }, { ...preview, iat: issuedAt }, seconds);

/** Reads such a token; the times are in seconds since 1970. Null for whatever is not one of ours that is valid now. */
export async function readPreviewToken(
  keys: SigningKeys,
  issuer: string,
  purpose: Purpose,
  token: string,
): Promise<(Preview & { issuedAt: number; expiresAt: number }) | null> {
  try {
    const payload = await readSignedClaims(keys, { issuer, typ, audience: purpose }, token);
    const { studio, iat, exp } = v.parse(claims, payload);
    return { studio, issuedAt: iat, expiresAt: exp };
  } catch {
    return null;
  }
}
