import { type Database, sql } from "./database.ts";

/** Asks the database for nothing. @throws Problem database_unavailable */
export async function reach(database: Database): Promise<void> {
  await database.run(null, [sql`select 1`]);
}
