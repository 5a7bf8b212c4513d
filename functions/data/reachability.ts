import { type Database, sql } from "./database.ts";

/** Whether the database answers now. */
export async function isReachable(database: Database): Promise<boolean> {
  return database.run(null, [sql`select 1`]).then(
    () => true,
    () => false,
  );
}
