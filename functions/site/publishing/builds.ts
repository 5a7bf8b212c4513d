import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

/** How long no further change may have come before a build starts, in milliseconds. */
export const quietPeriod = 10_000;
/** A stream of changes that never pauses gets a build after that time, in milliseconds. */
const longestWait = 300_000;

const milliseconds = (count: number) => sql`${count}::integer * interval '1 millisecond'`;

/** The statement that asks for a build, or puts the one off that gathers changes, where `condition` answers with a row. */
export const gatherQuery = (condition: Query): Query => sql`
  insert into site_builds as known (id, due_at)
  select ${crypto.randomUUID()}::uuid, now() + ${milliseconds(quietPeriod)}
  where exists (${condition})
  on conflict ((true)) where leased_at is null do update set
    due_at = least(now() + ${milliseconds(quietPeriod)}, known.asked_at + ${milliseconds(longestWait)})`;

/**
 * Leases the builds that are due, so that no other run starts them; one that is not marked as started is due again after a
 * minute, two, four … and at most an hour. Answers with their ids: one start is enough for all of them.
 */
export async function leaseDueBuilds(database: Database): Promise<string[]> {
  const { due } = await database.run(
    { service: "content" },
    {
      due: sql`
      update site_builds
      set leased_at = coalesce(leased_at, now()),
        attempts = attempts + 1,
        due_at = now() + least(interval '1 minute' * 2 ^ least(attempts, 10), interval '1 hour')
      where started_at is null and due_at <= now()
      returning id`,
    },
  );
  return due.map((row) => toId(row).id);
}

const toId = rowParser(v.object({ id: v.string() }));

/** Remembers that a build has started for these; it is as good for those that were leased before. */
export async function markBuildsStarted(database: Database, ids: string[]): Promise<void> {
  await database.run(
    { service: "content" },
    {
      started: sql`
      update site_builds set started_at = now()
      where started_at is null
        and leased_at <= (select max(leased_at) from site_builds where id = any(${ids}::uuid[]))`,
    },
  );
}

const toAsked = rowParser(v.object({ id: v.string() }));

/** How often a day a build is asked for that was started for the same content, and never went live. */
const mostOfOneContent = 3;

/**
 * Asks for a build of what is published now, named by its fingerprint, that is due at once; false while another one waits or was
 * started in the last 20 minutes, and where it has been tried three times in a day.
 */
export async function askForMissedBuild(database: Database, fingerprint: string): Promise<boolean> {
  const { asked } = await database.run(
    { service: "content" },
    {
      asked: sql`
      insert into site_builds (id, fingerprint, due_at)
      select ${crypto.randomUUID()}::uuid, ${fingerprint}, now()
      where not exists (
          select from site_builds where started_at is null or started_at > now() - interval '20 minutes'
        ) and (
          select count(*) from site_builds
          where fingerprint = ${fingerprint} and started_at > now() - interval '1 day'
        ) < ${mostOfOneContent}::integer
      on conflict ((true)) where leased_at is null do nothing
      returning id`,
    },
  );
  return firstRow(asked, toAsked) !== null;
}
