import { connect } from "#functions/data/database.ts";
import { type Purged, purgeExpired } from "#functions/data/retention.ts";
import type { Environment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/log.ts";

// What is left then waits for the next hour.
const rounds = 25;

/** Removes what is past its time, and logs how much of what. Never throws. */
export async function purge(environment: Environment): Promise<void> {
  const total: Purged = {};
  try {
    for (let round = 0; round < rounds; round++) {
      const removed = await purgeExpired(connect(environment), {
        idleDays: environment.SESSION_IDLE_DAYS,
        absoluteDays: environment.SESSION_ABSOLUTE_DAYS,
      });
      for (const [table, count] of Object.entries(removed)) total[table] = (total[table] ?? 0) + count;
      if (Object.values(removed).every((count) => count === 0)) break;
    }
    logLine({ event: "purged", ...total });
  } catch (error) {
    logLine({ event: "not_purged", ...describeFault(error) });
  }
}
