import type { Environment } from "#functions/env.ts";
import { isPreviewEnded } from "./ends.ts";
import { readPreviewToken } from "./tokens.ts";

/**
 * Reads a token that shows drafts. Null for a token that is not valid now, and for a link, or the cookie that a link set, which the operator
 * has ended; also while KV does not say so, because drafts are not for everyone. The Studio's own preview ends after an hour by itself.
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
