// When the cron ran last, in the spool's namespace: what tells of it must not keep the database awake.
import type { KVNamespace } from "@cloudflare/workers-types";
import { inTime } from "#functions/kernel/kv.ts";

const name = "cron/ran";
/** How old what is remembered may be, in milliseconds: KV takes a thousand writes a day for nothing, and the cron runs more often. */
const remembered = 300_000;

/** When the cron ran last, in milliseconds, a few minutes too early at most; 0 when it never did. @throws Error when KV does not answer */
export const findCronRun = async (spool: KVNamespace): Promise<number> =>
  Number((await inTime(spool.get(name))) ?? 0);

/** Remembers that the cron has run. @throws Error when KV does not take it */
export async function keepCronRun(spool: KVNamespace, now: number): Promise<void> {
  if (now - (await findCronRun(spool)) >= remembered) await inTime(spool.put(name, String(now)));
}
