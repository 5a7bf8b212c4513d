import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

/** Time without further changes before a build starts, in milliseconds. */
export const quietPeriodMs = 10_000;
/** Maximum time for which continuous changes postpone a build, in milliseconds. */
const maxWaitMs = 300_000;

const toInterval = (count: number) => sql`${count}::integer * interval '1 millisecond'`;

/**
 * Returns the statement that requests a build, or postpones the build that gathers changes, if `condition` returns a
 * row.
 */
export const gatherQuery = (condition: Query): Query => sql`
  insert into site_builds as known (id, due_at)
  select ${crypto.randomUUID()}::uuid, now() + ${toInterval(quietPeriodMs)}
  where exists (${condition})
  on conflict ((true)) where leased_at is null do update set
    due_at = least(now() + ${toInterval(quietPeriodMs)}, known.asked_at + ${toInterval(maxWaitMs)})`;

/**
 * Leases the due builds, so that no other run starts them. A build that is not marked as started is due again after one
 * minute, two, four … and at most an hour.
 * @returns their ids; one start is enough for all of them
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

/** Marks these builds as started, and all builds that were leased earlier. */
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

const toRequestedBuild = rowParser(v.object({ id: v.string() }));

/** Maximum number of builds a day for the same content, if none of them goes live. */
const maxBuildsOfContent = 3;

/**
 * Requests a build of the published content, named by its fingerprint, that is due at once. Returns false while another
 * build waits or was started in the last 20 minutes, and after three builds of the same content in a day.
 */
export async function requestMissedBuild(database: Database, fingerprint: string): Promise<boolean> {
  const { asked: builds } = await database.run(
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
        ) < ${maxBuildsOfContent}::integer
      on conflict ((true)) where leased_at is null do nothing
      returning id`,
    },
  );
  return firstRow(builds, toRequestedBuild) !== null;
}
