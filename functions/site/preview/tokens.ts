import * as v from "valibot";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";

/** The audience of a preview: the origin of the Studio that frames the page, or null for the holder of a link. */
export type Preview = { studio: string | null };

type PreviewPurpose = "preview" | "preview-link";
const typ = "preview+jwt";
const claims = v.object({ studio: v.nullable(v.string()), iat: v.number(), exp: v.number() });

/**
 * Signs the permission to see drafts for `seconds`. `issuedAt`, in seconds since 1970, is the time of the permission.
 * The cookie of a link has the time of the link, so both end together.
 */
export const issuePreviewToken = (
  keys: SigningKeys,
  issuer: string,
  purpose: PreviewPurpose,
  preview: Preview,
  seconds: number,
  issuedAt: number = Math.floor(Date.now() / 1000),
): Promise<string> =>
  signClaims(keys, { issuer, typ, audience: purpose }, { ...preview, iat: issuedAt }, seconds);

/**
 * Reads such a token; its times are in seconds since 1970. Returns null for a token that is foreign or not valid now.
 */
export async function readPreviewToken(
  keys: SigningKeys,
  issuer: string,
  purpose: PreviewPurpose,
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
