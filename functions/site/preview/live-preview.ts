import type { KVNamespace } from "@cloudflare/workers-types";
import type { Environment } from "#functions/env.ts";
import { inTime } from "#functions/kernel/kv.ts";
import { readPreviewToken } from "./tokens.ts";

// When the operator ended the links that show drafts: every link of before shows them no more.

/** The name in the spool's namespace; its value is in seconds since 1970. */
export const previewEndName = "preview/links-ended";

/** Whether a link of that time, in seconds since 1970, was ended since. @throws Error when KV does not answer */
const isPreviewEnded = async (spool: KVNamespace, issuedAt: number): Promise<boolean> =>
  issuedAt <= Number((await inTime(spool.get(previewEndName))) ?? 0);

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
