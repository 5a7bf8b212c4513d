import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { connect, type Database } from "#functions/kernel/database/database.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";

const claims = { service: "retention" } as const;
const toTables = rowParser(v.object({ tables: v.array(v.string()) }));
const toRemoved = rowParser(v.object({ removed: v.number() }));

/** Lists the tables with a retention rule. */
async function listExpiringTables(database: Database): Promise<string[]> {
  const { listed } = await database.run(claims, { listed: sql`select expiring_tables() as tables` });
  return toTables(listed[0]).tables;
}

/** Deletes up to a thousand expired rows of a table and returns their number. `purge_expired` has the rules. */
async function purgeExpired(
  database: Database,
  table: string,
  limits: { idleDays: number; absoluteDays: number },
): Promise<number> {
  const { purged } = await database.run(claims, {
    purged: sql`
      select purge_expired(
        ${table}, make_interval(days => ${limits.idleDays}), make_interval(days => ${limits.absoluteDays})) as removed`,
  });
  return toRemoved(purged[0]).removed;
}

// Calls are subrequests. A scheduled Worker may make 1,000, and its other work needs some. The remaining rows wait
// for the next hour.
const maxCalls = 400;

/** Deletes expired rows and logs their number by table. A table that fails stops no other. Never throws. */
export async function purge(environment: Environment): Promise<void> {
  const { SESSION_IDLE_DAYS: idleDays, SESSION_ABSOLUTE_DAYS: absoluteDays } = environment;
  const removed: Record<string, number> = {};
  let callsLeft = maxCalls;

  const purgeTable = async (table: string): Promise<number> => {
    if (callsLeft === 0) return 0;
    callsLeft -= 1;
    try {
      return await purgeExpired(connect(environment), table, { idleDays, absoluteDays });
    } catch (error) {
      logLine({ event: "not_purged", table, ...describeFault(error) });
      return 0;
    }
  };

  try {
    let tables = await listExpiringTables(connect(environment));
    while (tables.length > 0) {
      const unfinishedTables: string[] = [];
      for (const table of tables) {
        const count = await purgeTable(table);
        removed[table] = (removed[table] ?? 0) + count;
        if (count > 0) unfinishedTables.push(table);
      }
      tables = unfinishedTables;
    }
    logLine({ event: "purged", ...removed, ...(callsLeft === 0 && { unfinished: true }) });
  } catch (error) {
    logLine({ event: "not_purged", ...describeFault(error) });
  }
}
