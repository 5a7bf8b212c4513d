import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { listExpiringTables, purgeExpired } from "./retention.ts";

// Each is a subrequest, of which a scheduled Worker may make 1,000; the rest of its work needs some as well. What is left then waits
// for the next hour.
const mostCalls = 400;

/** Removes what is past its time, and logs how much of which table. A table that fails holds up no other. Never throws. */
export async function purge(environment: Environment): Promise<void> {
  const { SESSION_IDLE_DAYS: idleDays, SESSION_ABSOLUTE_DAYS: absoluteDays } = environment;
  const removed: Record<string, number> = {};
  let callsLeft = mostCalls;

  const removeSome = async (table: string): Promise<number> => {
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
      const more: string[] = [];
      for (const table of tables) {
        const count = await removeSome(table);
        removed[table] = (removed[table] ?? 0) + count;
        if (count > 0) more.push(table);
      }
      tables = more;
    }
    logLine({ event: "purged", ...removed, ...(callsLeft === 0 && { unfinished: true }) });
  } catch (error) {
    logLine({ event: "not_purged", ...describeFault(error) });
  }
}
