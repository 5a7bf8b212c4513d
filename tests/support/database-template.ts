import { startDatabase } from "#local/neon/server.ts";
import { seedPeople } from "./seeded-people.ts";

/** The initial contents of a database: only the migrated schema, or also the people of `seeded-people.ts`. */
export type DatabaseContents = "schema" | "people";

/** The passwords of the logins on every database that tests start. */
export const logins = { ownerPassword: "owner", edgePassword: "edge", backupPassword: "backup" };

const schema = ["migrations", "local/neon", "tests/support"];

/** The sources from which each template is made. */
export const templateSources: Record<DatabaseContents, string[]> = {
  schema,
  people: [...schema, "functions", "local/commands"],
};

/** Migrates a database, and seeds the people if the contents include them. */
export async function fill(
  contents: DatabaseContents,
  location: { dataDirectory: string | null; postgresUrl: string | undefined },
): Promise<void> {
  const database = await startDatabase({ port: 0, ...location, ...logins });
  try {
    if (contents === "people") await seedPeople(database);
  } finally {
    await database.close();
  }
}
