// When the database is worth asking for work that no request starts. One that nobody asks falls asleep and costs nothing, so it is asked
// only after something was left in it, when its own next time has come, and four times a day. Two names in the spool's namespace say
// so: `due/left`, written by the edge, and `due/looked`, written by the scheduled Worker; so neither writes over what the other knows.
import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import type { Database } from "./database.ts";
import { inTime } from "./kv.ts";
import { firstRow, rowParser } from "./rows.ts";
import { sql } from "./sql.ts";

const left = "due/left";
const looked = "due/looked";

// All in milliseconds.
/** How long an isolate leaves the mark alone that it has made: KV takes one a second under a name. */
const markLasts = 20_000;
/** How much longer a mark counts: an answer of KV may be a minute old, and a transaction ends after its call began. */
const margin = 120_000;
/** How long nobody asks at most, whatever KV has lost. */
const longestSilence = 6 * 3_600_000;
/** How long what is due and could not be done is left alone: as mails that are held back by a spent budget. */
const backoff = 600_000;
/** How often what is past its time is removed, where the database is awake anyway. */
const purgeEvery = 3_600_000;

const marks = new WeakMap<KVNamespace, number>();

/** Remembers that something may have been left in the database that is due now or later. Never throws: the database is asked four times a day anyway. */
export async function markWorkLeft(spool: KVNamespace): Promise<void> {
  const now = Date.now();
  if (now - (marks.get(spool) ?? 0) < markLasts) return;
  try {
    await inTime(spool.put(left, String(now)));
    marks.set(spool, now);
  } catch {
    // Another isolate may have been faster, which is as good.
  }
}

const look = v.object({ at: v.number(), next: v.nullable(v.number()), purgedAt: v.number() });

/** When the database was asked last, what it said is due next, and when what is past its time was removed; in milliseconds. */
export type Look = v.InferOutput<typeof look>;

const never: Look = { at: 0, next: null, purgedAt: 0 };

/** Whether the database is to be asked now, and to be purged. What KV does not know, or does not say, is a reason to ask. */
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

/** Remembers what the database was asked. @throws Error when KV does not take it */
export const keepLook = (spool: KVNamespace, kept: Look): Promise<void> =>
  inTime(spool.put(looked, JSON.stringify(kept)));

const toNext = rowParser(v.object({ at: v.nullable(v.date()) }));

/**
 * When the next mail is due that waits, or the next build, in milliseconds; null when none waits. Builds count where something starts them.
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
