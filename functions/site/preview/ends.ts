// When the operator ended the links that show drafts: every link of before shows them no more.
import type { KVNamespace } from "@cloudflare/workers-types";
import { inTime } from "#functions/kernel/kv.ts";

/** The name in the spool's namespace; its value is in seconds since 1970. */
export const previewEndName = "preview/links-ended";

/** Whether a link of that time, in seconds since 1970, was ended since. @throws Error when KV does not answer */
export const isPreviewEnded = async (spool: KVNamespace, issuedAt: number): Promise<boolean> =>
  issuedAt <= Number((await inTime(spool.get(previewEndName))) ?? 0);
