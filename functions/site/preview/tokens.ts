import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { awaitKv } from "#functions/kernel/kv.ts";

/** The audience of a preview: the origin of the Studio that frames the page, or null for the holder of a link. */
export type Preview = { studio: string | null };

type PreviewPurpose = "preview" | "preview-link";
const typ = "preview+jwt";
const claims = v.pipe(
  v.object({ studio: v.nullable(v.string()), iat: v.number(), exp: v.number() }),
  v.transform(({ studio, iat, exp }) => ({ studio, issuedAt: iat, expiresAt: exp })),
);

/**
 * Signs the token of a preview cookie or preview link, which shows drafts for `seconds`. The cookie of a link gets the
 * link's `issuedAt` (seconds since 1970), so the operator ends both together.
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
export const readPreviewToken = (keys: SigningKeys, issuer: string, purpose: PreviewPurpose, token: string) =>
  readSignedClaims(keys, { issuer, typ, audience: purpose }, claims, token);

// The operator can end all preview links. Links from before that time show no drafts.

/** KV key of that time, in seconds since 1970. */
export const previewEndName = "preview/links-ended";

/**
 * Reads a token that shows drafts. Returns null for an invalid token, for a link that the operator has ended, and for a
 * cookie of such a link. While KV does not answer, links count as ended, because drafts are private. The Studio's own
 * preview cannot be ended, but expires after an hour.
 */
export async function readLivePreview(
  { signingKeys, SITE_ORIGIN, SPOOL: spool }: Environment,
  purpose: PreviewPurpose,
  token: string,
) {
  const preview = await readPreviewToken(signingKeys, SITE_ORIGIN, purpose, token);
  if (!preview || preview.studio !== null || !spool) return preview;
  const endedAt = await awaitKv(spool.get(previewEndName)).catch(() => Number.POSITIVE_INFINITY);
  return preview.issuedAt <= Number(endedAt ?? 0) ? null : preview;
}
