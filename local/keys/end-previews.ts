import { previewEndName } from "#functions/site/preview/live-preview.ts";
import type { Spool } from "#local/privacy/spool.ts";

/** Ends every link that shows drafts, and what it has opened. The edge reads it from KV, which may take a minute. */
export async function endPreviews(spools: Spool[]): Promise<void> {
  const now = String(Math.floor(Date.now() / 1000));
  try {
    await Promise.all(spools.map((spool) => spool.write(previewEndName, now)));
  } finally {
    await Promise.all(spools.map((spool) => spool.close()));
  }
}
