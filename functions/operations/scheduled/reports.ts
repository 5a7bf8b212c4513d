import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import { inTime } from "#functions/kernel/kv.ts";

// The report of the hourly run about the spool, with the alerts that were sent. It is in the spool's namespace, because it has to be
// known while the database is away.

const spoolReportKey = "spool/report";

/** How long a message may wait in the spool before that is told, in milliseconds. */
export const spoolLateness = 7_200_000;

const report = v.object({
  /** Since when the oldest message waits that can be stored, in milliseconds; null where none waits. */
  oldestAt: v.nullable(v.number()),
  /** Whether the administrators were told that messages wait too long. */
  isLateTold: v.boolean(),
  /** The names of the messages that cannot be read or stored. */
  stuck: v.array(v.string()),
  /** The names of those that the administrators were told of. */
  toldStuck: v.array(v.string()),
});

export type SpoolReport = v.InferOutput<typeof report>;

/** Reads the last report. @throws Error when KV does not answer */
export async function readSpoolReport(spool: KVNamespace): Promise<SpoolReport | null> {
  const parsed = v.safeParse(report, await inTime(spool.get(spoolReportKey, "json")));
  return parsed.success ? parsed.output : null;
}

/** Stores a report. @throws Error when KV does not take it */
export const storeSpoolReport = (spool: KVNamespace, stored: SpoolReport): Promise<void> =>
  inTime(spool.put(spoolReportKey, JSON.stringify(stored)));

// When the cron ran last, in the spool's namespace: what tells of it must not keep the database awake.

const cronRunKey = "cron/ran";
/** How old what is remembered may be, in milliseconds: KV takes a thousand writes a day for nothing, and the cron runs more often. */
const remembered = 300_000;

/** When the cron ran last, in milliseconds, a few minutes too early at most; 0 when it never did. @throws Error when KV does not answer */
export const findCronRun = async (spool: KVNamespace): Promise<number> =>
  Number((await inTime(spool.get(cronRunKey))) ?? 0);

/** Remembers that the cron has run. @throws Error when KV does not take it */
export async function keepCronRun(spool: KVNamespace, now: number): Promise<void> {
  if (now - (await findCronRun(spool)) >= remembered) await inTime(spool.put(cronRunKey, String(now)));
}
