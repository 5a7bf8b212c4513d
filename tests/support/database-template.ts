import { startDatabase } from "#local/neon/server.ts";
import { seedPeople } from "./seeded-people.ts";

/** What a database has at first: the migrated schema alone, or also the people of `seeded-people.ts`. */
export type Contents = "schema" | "people";

/** The passwords of the logins on every database that tests start. */
export const logins = { ownerPassword: "owner", edgePassword: "edge", backupPassword: "backup" };

const schema = ["migrations", "local/neon", "tests/support"];

/** What a database with these contents is made of. */
export const templateSources: Record<Contents, string[]> = {
  schema,
  people: [...schema, "functions", "local/commands"],
};

/** Migrates a database, and puts the people into it who belong there. */
export async function fill(
  contents: Contents,
  place: { dataDirectory: string | null; postgresUrl: string | undefined },
): Promise<void> {
  const database = await startDatabase({ port: 0, ...place, ...logins });
  try {
    if (contents === "people") await seedPeople(database);
  } finally {
    await database.close();
  }
}
