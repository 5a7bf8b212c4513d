import type { KVNamespace } from "@cloudflare/workers-types";
import type { Environment } from "#functions/env.ts";
import { awaitKv } from "#functions/kernel/kv.ts";
import { readPreviewToken } from "./tokens.ts";

// The operator can end all preview links. Links from before that time show no drafts.

/** KV key of that time, in seconds since 1970. */
export const previewEndName = "preview/links-ended";

/** Returns whether a link of this time, in seconds since 1970, was ended. @throws Error when KV does not answer */
const isPreviewEnded = async (spool: KVNamespace, issuedAt: number): Promise<boolean> =>
  issuedAt <= Number((await awaitKv(spool.get(previewEndName))) ?? 0);

/**
 * Reads a token that shows drafts. Returns null for an invalid token, for a link that the operator has ended, and for a
 * cookie of such a link. While KV does not answer, links count as ended, because drafts are private. The Studio's own
 * preview expires after an hour.
 */
export async function readLivePreview(
  { signingKeys, SITE_ORIGIN, SPOOL: spool }: Environment,
  purpose: "preview" | "preview-link",
  token: string,
): Promise<Awaited<ReturnType<typeof readPreviewToken>>> {
  const preview = await readPreviewToken(signingKeys, SITE_ORIGIN, purpose, token);
  if (!preview || preview.studio !== null || !spool) return preview;
  return (await isPreviewEnded(spool, preview.issuedAt).catch(() => true)) ? null : preview;
}
