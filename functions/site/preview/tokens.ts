import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { awaitKv } from "#functions/kernel/kv.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";

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
 * Reads the token of a preview cookie or preview link. The times are in seconds since 1970. Returns null for a token
 * that is expired, or that this site did not sign for this purpose.
 */
export const readPreviewToken = (keys: SigningKeys, issuer: string, purpose: PreviewPurpose, token: string) =>
  readSignedClaims(keys, { issuer, typ, audience: purpose }, claims, token);

/**
 * KV key of the time at which the operator last ended all previews and preview links, in seconds since 1970. Tokens of
 * that time or earlier show no drafts.
 */
export const previewEndName = "preview/links-ended";

/** Returns the KV key of a preview that its holder has ended. A copy of its cookie then shows no drafts either. */
const toEndName = async (token: string): Promise<string> => `preview/ended/${await sha256(token)}`;

/** The minimum lifetime of a value in KV, in seconds. */
const minKvSeconds = 60;

/** Ends the preview of a cookie, until the cookie expires. Nothing happens for an invalid cookie. */
export async function endPreview(environment: Environment, token: string): Promise<void> {
  const { signingKeys, SITE_ORIGIN, SPOOL: spool } = environment;
  const preview = await readPreviewToken(signingKeys, SITE_ORIGIN, "preview", token);
  if (!preview || !spool) return;
  const remainingSeconds = Math.ceil(preview.expiresAt - Date.now() / 1_000);
  const expirationTtl = Math.max(remainingSeconds, minKvSeconds);
  await awaitKv(spool.put(await toEndName(token), "", { expirationTtl }));
}

/**
 * Reads a token that shows drafts. Returns null for an invalid token, and for one that the operator or its holder has
 * ended. While KV does not answer, the Studio's previews continue, because they last an hour at most and editors work
 * in them. Links count as ended meanwhile, because they last a day and anyone may have got them.
 * @param isStrict whether the Studio's previews count as ended, too, because the caller would issue a new link
 */
export async function readLivePreview(
  { signingKeys, SITE_ORIGIN, SPOOL: spool }: Environment,
  purpose: PreviewPurpose,
  token: string,
  isStrict = false,
) {
  const preview = await readPreviewToken(signingKeys, SITE_ORIGIN, purpose, token);
  if (!preview || !spool) return preview;
  const endName = await toEndName(token);
  const ends = await awaitKv(Promise.all([spool.get(previewEndName), spool.get(endName)])).catch((fault) =>
    logLine({ event: "preview_ends_unavailable", ...describeFault(fault) }),
  );
  if (!ends) return preview.studio && !isStrict ? preview : null;
  const [endedAt, ownEnd] = ends;
  return preview.issuedAt <= Number(endedAt ?? 0) || ownEnd !== null ? null : preview;
}
