import { describe } from "vitest";
import { type DatabaseSession, type Engine, withSession } from "#local/neon/engine.ts";
import { openPglite } from "#local/neon/pglite.ts";
import { openPostgres } from "#local/neon/postgres.ts";
import { createDatabase, postgresUrl } from "../../support/postgres-server.ts";

/** Runs a suite on the embedded database and on the server of LOCAL_POSTGRES_URL; without it, skips that suite. */
export function describeOnEachEngine(title: string, suite: (server: string | null) => void): void {
  describe(`${title}, on PGlite`, () => suite(null));
  const onServer = `${title}, on PostgreSQL`;
  if (postgresUrl) describe(onServer, () => suite(postgresUrl));
  else describe.skip(`${onServer} (LOCAL_POSTGRES_URL is not set)`, () => suite("postgres://nowhere"));
}

/**
 * Runs a suite on the server of LOCAL_POSTGRES_URL, or without it on the embedded database. `npm run test:all` sets
 * EVERY_ENGINE, which runs the suite on both.
 */
export function describeOnOneEngine(title: string, suite: (server: string | null) => void): void {
  if (process.env.EVERY_ENGINE) describeOnEachEngine(title, suite);
  else describe(title, () => suite(postgresUrl));
}

export interface EmptyDatabase {
  engine: Engine;
  asOwner<T>(work: (client: DatabaseSession["client"]) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens a database without any migration. */
export async function openEmptyDatabase(server: string | null): Promise<EmptyDatabase> {
  const serverDatabase = server ? await createDatabase(server) : undefined;
  const engine = serverDatabase ? await openPostgres(serverDatabase.url) : await openPglite(null, "owner");
  return {
    engine,
    asOwner: (work) =>
      withSession(engine, engine.owner, new AbortController().signal, ({ client }) => work(client)),
    async close() {
      await engine.close();
      await serverDatabase?.drop();
    },
  };
}
