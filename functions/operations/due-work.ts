import type { KVNamespace } from "@cloudflare/workers-types";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { inTime } from "#functions/kernel/kv.ts";

/**
 * Marks in KV, after a call that may have left a mail or a build in the database, that the scheduled Worker has to
 * query it. A rejected call leaves no work; a failed call may.
 */
export const workLeft = createMiddleware<AppEnv>(async (c, next) => {
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

const left = "due/left";
const looked = "due/looked";

// All in milliseconds.
/** Time for which an isolate does not repeat its mark. KV accepts one write a second for a key. */
const markLasts = 20_000;
/**
 * Additional time for which a mark counts. A KV read may be a minute old, and a transaction ends after its call began.
 */
const margin = 120_000;
/** Maximum time between two queries, whatever KV has lost. */
const longestSilence = 6 * 3_600_000;
/** Retry delay for failed work, such as mails that a spent daily limit holds back. */
const backoff = 600_000;
/** Interval between deletions of expired rows, while the database is awake. */
const purgeEvery = 3_600_000;

const marks = new WeakMap<KVNamespace, number>();

/**
 * Marks that due work may have been left in the database. Never throws, because the database is queried four times a
 * day anyway.
 */
export async function markWorkLeft(spool: KVNamespace): Promise<void> {
  const now = Date.now();
  if (now - (marks.get(spool) ?? 0) < markLasts) return;
  try {
    await inTime(spool.put(left, String(now)));
    marks.set(spool, now);
  } catch {
    // Another isolate may have set the same mark at the same time.
  }
}

const look = v.object({ at: v.number(), next: v.nullable(v.number()), purgedAt: v.number() });

/**
 * The last query of the database: its time, the time of the next due work, and the last deletion of expired rows; in
 * milliseconds.
 */
export type Look = v.InferOutput<typeof look>;

const never: Look = { at: 0, next: null, purgedAt: 0 };

/**
 * Returns whether the database has to be queried now, and whether expired rows have to be deleted. A failed or empty KV
 * read counts as due.
 */
export async function findDue(
  spool: KVNamespace | undefined,
  now: number,
): Promise<{ isDue: boolean; isPurgeDue: boolean; last: Look }> {
  const [last, leftAt] = spool ? await Promise.all([readLook(spool), readLeft(spool)]) : [never, now];
  const isDue =
    now - last.at > longestSilence || last.at < leftAt + margin || (last.next !== null && last.next <= now);
  return { isDue, isPurgeDue: isDue && now - last.purgedAt >= purgeEvery, last };
}

const readLook = async (spool: KVNamespace): Promise<Look> => {
  const found = await inTime(spool.get(looked, "json")).catch(() => null);
  const parsed = v.safeParse(look, found);
  return parsed.success ? parsed.output : never;
};

const readLeft = async (spool: KVNamespace): Promise<number> =>
  inTime(spool.get(left)).then(
    (at) => Number(at ?? 0),
    () => Date.now(),
  );

/** Stores the last query of the database. @throws Error when KV does not accept it */
export const keepLook = (spool: KVNamespace, kept: Look): Promise<void> =>
  inTime(spool.put(looked, JSON.stringify(kept)));

const toNext = rowParser(v.object({ at: v.nullable(v.date()) }));

/**
 * Returns the time at which the next waiting mail or build is due, in milliseconds; null if none waits. Builds count
 * only if a deploy hook starts them.
 * @throws Refusal unavailable
 */
export async function findNextDue(
  database: Database,
  { now, startsBuilds }: { now: number; startsBuilds: boolean },
): Promise<number | null> {
  const { mail } = await database.run(
    { service: "mail" },
    {
      mail: sql`
      select min(next_attempt_at) as at from outgoing_mails where sent_at is null and given_up_at is null`,
    },
  );
  const { build } = startsBuilds
    ? await database.run(
        { service: "content" },
        { build: sql`select min(due_at) as at from site_builds where started_at is null` },
      )
    : { build: [] };
  const times = [mail, build].flatMap((rows) => firstRow(rows, toNext)?.at?.getTime() ?? []);
  if (times.length === 0) return null;
  const first = Math.min(...times);
  return first <= now ? now + backoff : first;
}
