import type { KVNamespace } from "@cloudflare/workers-types";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { awaitKv, openKvRecord } from "#functions/kernel/kv.ts";

/**
 * Marks in KV, after a call that may have left a mail or a build in the database, that the scheduled Worker has to
 * query it. A rejected call leaves no work; a failed call may.
 */
export const dueWorkMark = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const isReading = c.req.method === "GET" || c.req.method === "HEAD";
  const isRefused = c.res.status >= 400 && c.res.status < 500;
  const spool = c.var.environment?.SPOOL;
  if (spool && !isReading && !isRefused && !c.var.leavesNoWork) c.executionCtx.waitUntil(markWorkLeft(spool));
});

// Decides when the database is queried for work that no request starts. A database without queries sleeps and costs
// nothing. So it is queried only after a call may have left work in it, when its next work is due, and four times a
// day. Two KV keys record this: `due/left`, written by the edge, and `due/looked`, written by the scheduled Worker.
// With separate keys neither overwrites the other.

const workMarkKey = "due/left";

// All in milliseconds.
/** Time for which an isolate does not repeat its mark. KV accepts one write a second for a key. */
const markLifetimeMs = 20_000;
/**
 * Additional time for which a mark counts. A KV read may be a minute old, and a transaction ends after its call began.
 */
const marginMs = 120_000;
/** Maximum time between two queries, whatever KV has lost. */
const maxSilenceMs = 6 * 3_600_000;
/** Retry delay for failed work, such as mails that a spent daily limit holds back. */
const backoffMs = 600_000;
/** Interval between deletions of expired rows, while the database is awake. */
const purgeIntervalMs = 3_600_000;

const markTimes = new WeakMap<KVNamespace, number>();

/**
 * Marks in KV that a call may have left work in the database, so that the next run of the scheduled Worker queries it.
 * Never throws, because the database is queried four times a day anyway.
 */
export async function markWorkLeft(spool: KVNamespace): Promise<void> {
  const now = Date.now();
  if (now - (markTimes.get(spool) ?? 0) < markLifetimeMs) return;
  try {
    await awaitKv(spool.put(workMarkKey, String(now)));
    markTimes.set(spool, now);
  } catch {
    // Another isolate may have set the same mark at the same time.
  }
}

const queryRecordSchema = v.object({ at: v.number(), next: v.nullable(v.number()), purgedAt: v.number() });

/**
 * The last query of the database: its time, the time of the next due work, and the last deletion of expired rows; in
 * milliseconds.
 */
type QueryRecord = v.InferOutput<typeof queryRecordSchema>;

const emptyRecord: QueryRecord = { at: 0, next: null, purgedAt: 0 };
export const queryRecord = openKvRecord("due/looked", queryRecordSchema, emptyRecord);

/**
 * Decides whether the scheduled Worker queries the database now or lets it sleep, and whether it deletes expired rows.
 * A missing `queryRecord` or a failed KV read counts as due.
 */
export async function findDue(
  spool: KVNamespace | undefined,
  now: number,
): Promise<{ isDue: boolean; isPurgeDue: boolean; lastQuery: QueryRecord }> {
  const [lastQuery, workLeftAt] = spool
    ? await Promise.all([queryRecord.read(spool).catch(() => emptyRecord), readWorkMark(spool)])
    : [emptyRecord, now];
  const isDue =
    now - lastQuery.at > maxSilenceMs ||
    lastQuery.at < workLeftAt + marginMs ||
    (lastQuery.next !== null && lastQuery.next <= now);
  return { isDue, isPurgeDue: isDue && now - lastQuery.purgedAt >= purgeIntervalMs, lastQuery };
}

/**
 * Returns when a call last marked that it left work in the database, in milliseconds; 0 without a mark. A failed read
 * counts as a mark, so that no work waits.
 */
const readWorkMark = async (spool: KVNamespace): Promise<number> =>
  awaitKv(spool.get(workMarkKey)).then(
    (at) => Number(at ?? 0),
    () => Date.now(),
  );

const toNext = rowParser(v.object({ at: v.nullable(v.date()) }));

/**
 * Returns the time at which the next waiting mail or build is due, in milliseconds; null if none waits. Builds count
 * only if a deploy hook starts them. Work that is still due has just failed, so it is retried after a delay.
 * @throws Refusal unavailable
 */
export async function findNextDue(
  database: Database,
  { now, startsBuilds }: { now: number; startsBuilds: boolean },
): Promise<number | null> {
  const { mail } = await database.run("mail", {
    mail: sql`
      select min(next_attempt_at) as at from outgoing_mails where sent_at is null and given_up_at is null`,
  });
  const { build } = startsBuilds
    ? await database.run("content", {
        build: sql`select min(due_at) as at from site_builds where started_at is null`,
      })
    : { build: [] };
  const times = [mail, build].flatMap((rows) => firstRow(rows, toNext)?.at?.getTime() ?? []);
  if (times.length === 0) return null;
  const nextAt = Math.min(...times);
  return nextAt <= now ? now + backoffMs : nextAt;
}
