import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** Asks the database for nothing. @throws Refusal unavailable */
export async function reach(database: Database): Promise<void> {
  await database.run(null, { nothing: sql`select 1` });
}
