import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";

const toTables = columnParser("tables", v.array(v.string()));
const toRemoved = columnParser("removed", v.number());

// Calls are subrequests. A scheduled Worker may make 1,000, and its other work needs some. The remaining rows wait
// for the next hour.
const maxCalls = 400;

/**
 * Deletes expired rows by the rules of `purge_expired`, a thousand at most in each call, and logs their number by
 * table. After `maxCalls` the other rows wait for the next run. A table that fails stops no other. Never throws.
 */
export async function purge(environment: Environment): Promise<void> {
  const { SESSION_IDLE_DAYS: idleDays, SESSION_ABSOLUTE_DAYS: absoluteDays } = environment;
  const removed: Record<string, number> = {};
  let callsLeft = maxCalls;

  const purgeTable = async (table: string): Promise<number> => {
    if (callsLeft === 0) return 0;
    callsLeft -= 1;
    try {
      const { purged } = await connect(environment).run("retention", {
        purged: sql`
          select purge_expired(
            ${table}, make_interval(days => ${idleDays}), make_interval(days => ${absoluteDays})) as removed`,
      });
      return toRemoved(purged[0]);
    } catch (error) {
      logLine({ event: "not_purged", table, ...describeFault(error) });
      return 0;
    }
  };

  try {
    const { listed } = await connect(environment).run("retention", {
      listed: sql`select expiring_tables() as tables`,
    });
    let tables = toTables(listed[0]);
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
