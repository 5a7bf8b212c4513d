import { type Database, sql } from "./database.ts";

/** How many rows were removed, by table. */
export type Purged = Record<string, number>;

/** Removes a few hundred rows of each table that are past their time; which ones, `purge_expired` says. */
export async function purgeExpired(
  database: Database,
  limits: { idleDays: number; absoluteDays: number },
): Promise<Purged> {
  const [[row] = []] = await database.run({ service: "retention" }, [
    sql`
      select purge_expired(
        make_interval(days => ${limits.idleDays}), make_interval(days => ${limits.absoluteDays})) as removed`,
  ]);
  return row?.removed as Purged;
}
