import type { TestDatabase } from "../support/database.ts";
import { type Ids, tables } from "./rights.ts";

/** Adds a row to every table that has none. */
export async function fillEmptyTables(database: TestDatabase, ids: Ids): Promise<void> {
  for (const [name, { row }] of Object.entries(tables)) {
    const [{ count } = {}] = await database.asOwner(`select count(*)::int as count from ${name}`);
    if (count === 0) await database.asOwner(`insert into ${row(ids)}`);
  }
}
