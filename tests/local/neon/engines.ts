import { describe } from "vitest";
import { type Engine, type Session, withSession } from "#local/neon/engine.ts";
import { openPglite } from "#local/neon/pglite.ts";
import { openPostgres } from "#local/neon/postgres.ts";
import { createDatabase, postgresUrl } from "../../support/postgres-server.ts";

/** The embedded database, and the server of LOCAL_POSTGRES_URL, whose suites are reported as skipped without it. */
export function describeOnEachEngine(title: string, suite: (server: string | null) => void): void {
  describe(`${title}, on PGlite`, () => suite(null));
  const onServer = `${title}, on PostgreSQL`;
  if (postgresUrl) describe(onServer, () => suite(postgresUrl));
  else describe.skip(`${onServer} (LOCAL_POSTGRES_URL is not set)`, () => suite("postgres://nowhere"));
}

/** Only the embedded database, for what does not depend on the server. `npm run test:all` sets EVERY_ENGINE and runs it on both. */
export function describeOnEmbedded(title: string, suite: (server: string | null) => void): void {
  if (process.env.EVERY_ENGINE) describeOnEachEngine(title, suite);
  else describe(`${title}, on PGlite`, () => suite(null));
}

export interface EmptyDatabase {
  engine: Engine;
  asOwner<T>(work: (client: Session["client"]) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A database without any migration. */
export async function openEmptyDatabase(server: string | null): Promise<EmptyDatabase> {
  const fresh = server ? await createDatabase(server) : undefined;
  const engine = fresh ? await openPostgres(fresh.url) : await openPglite(null, "owner");
  return {
    engine,
    asOwner: (work) =>
      withSession(engine, engine.owner, new AbortController().signal, ({ client }) => work(client)),
    async close() {
      await engine.close();
      await fresh?.drop();
    },
  };
}
