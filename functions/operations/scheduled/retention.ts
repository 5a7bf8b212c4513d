import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";

const claims = { service: "retention" } as const;
const toTables = rowParser(v.object({ tables: v.array(v.string()) }));
const toRemoved = rowParser(v.object({ removed: v.number() }));

/** The tables whose rows are kept for a time only. */
export async function listExpiringTables(database: Database): Promise<string[]> {
  const { listed } = await database.run(claims, { listed: sql`select expiring_tables() as tables` });
  return toTables(listed[0]).tables;
}

/** Removes up to a thousand rows of a table that are past their time, and says how many; which ones, `purge_expired` knows. */
export async function purgeExpired(
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
