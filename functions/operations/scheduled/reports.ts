import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import { awaitKv, openKvRecord } from "#functions/kernel/kv.ts";

// The report of the hourly run about the spool, with the alerts that were sent. KV stores it, because it is needed
// while the database is away.

/** Time in the spool from which a message is reported as late, in milliseconds. */
export const spoolLatenessMs = 7_200_000;

const reportSchema = v.object({
  /** Arrival of the oldest message that can be stored, in milliseconds; null without one. */
  oldestAt: v.nullable(v.number()),
  /** Whether the administrators were told that messages wait too long. */
  isLateTold: v.boolean(),
  /** The names of the messages that cannot be read or stored. */
  stuck: v.array(v.string()),
  /** The names of those messages that the administrators were told about. */
  toldStuck: v.array(v.string()),
});

export type SpoolReport = v.InferOutput<typeof reportSchema>;

/** The last report; null without one. */
export const spoolReport = openKvRecord<SpoolReport | null>("spool/report", reportSchema, null);

// The time of the last cron run. KV stores it, because reading it must not keep the database awake.

const cronRunKey = "cron/ran";
/**
 * Maximum age of the stored time, in milliseconds. KV includes a thousand free writes a day, and the cron runs more
 * often.
 */
const maxRecordAgeMs = 300_000;

/**
 * Returns the time of the last cron run in milliseconds, at most a few minutes too early; 0 if it never ran.
 * @throws Error when KV does not answer
 */
export const findCronRun = async (spool: KVNamespace): Promise<number> =>
  Number((await awaitKv(spool.get(cronRunKey))) ?? 0);

/** Stores the time of a cron run. @throws Error when KV does not accept it */
export async function storeCronRun(spool: KVNamespace, now: number): Promise<void> {
  if (now - (await findCronRun(spool)) >= maxRecordAgeMs) await awaitKv(spool.put(cronRunKey, String(now)));
}
