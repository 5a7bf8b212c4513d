import { neon, neonConfig } from "@neondatabase/serverless";
import { type LocalDatabase, startDatabase } from "#local/neon/server.ts";
import { copyDatabase } from "./database-copy.ts";
import { logins } from "./database-template.ts";
import { postgresUrl } from "./postgres-server.ts";

export type Row = Record<string, unknown>;

export interface TestDatabase extends LocalDatabase {
  /** Runs one statement as the schema's owner, whom row-level security does not restrict. */
  asOwner(query: string, params?: unknown[]): Promise<Row[]>;
}

/** Returns the statement that inserts a row, and its values. */
export function toInsert(table: string, row: Row): [text: string, values: unknown[]] {
  const columns = Object.keys(row);
  const placeholders = columns.map((_, index) => `$${index + 1}`);
  return [
    `insert into ${table} (${columns.join(", ")}) values (${placeholders.join(", ")})`,
    Object.values(row),
  ];
}

/** Makes the driver find endpoints by the port of a connection string, so that one process can use several. */
export function findEndpointsByPort(): void {
  neonConfig.fetchEndpoint = (host, port) => `http://${host}:${port}/sql`;
}

/**
 * Starts a migrated, empty database with its own endpoint on a free port. `close` removes it.
 * @param server a PostgreSQL server, by default that of LOCAL_POSTGRES_URL; null for PGlite
 */
export async function startTestDatabase(server: string | null = postgresUrl): Promise<TestDatabase> {
  const { remove, ...location } = await copyDatabase(server, "schema");
  const database = await startDatabase({ port: 0, ...location, ...logins });
  findEndpointsByPort();
  const owner = neon(database.ownerUrl);
  return {
    ...database,
    asOwner: (query, params) => owner.query(query, params),
    async close() {
      await database.close();
      await remove();
    },
  };
}
