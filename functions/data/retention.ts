import * as v from "valibot";
import type { Database } from "./database.ts";
import { rowParser } from "./rows.ts";
import { sql } from "./sql.ts";

/** How many rows were removed, by table. */
export type Purged = Record<string, number>;

const toPurged = rowParser(
  v.pipe(
    v.object({ removed: v.record(v.string(), v.number()) }),
    v.transform(({ removed }): Purged => removed),
  ),
);

/** Removes a few hundred rows of each table that are past their time; which ones, `purge_expired` says. */
export async function purgeExpired(
  database: Database,
  limits: { idleDays: number; absoluteDays: number },
): Promise<Purged> {
  const { purged } = await database.run(
    { service: "retention" },
    {
      purged: sql`
        select purge_expired(
          make_interval(days => ${limits.idleDays}), make_interval(days => ${limits.absoluteDays})) as removed`,
    },
  );
  return toPurged(purged[0]);
}
