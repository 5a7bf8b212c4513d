import { randomBytes } from "node:crypto";
import { neon, neonConfig } from "@neondatabase/serverless";
import pg from "pg";
import { type LocalDatabase, startDatabase } from "#local/neon/server.ts";

export type Row = Record<string, unknown>;

export interface TestDatabase extends LocalDatabase {
  /** Runs one statement as the owner of the schema, whom row-level security lets see everything. */
  asOwner(query: string, params?: unknown[]): Promise<Row[]>;
}

// Connection strings of the endpoint name its port, so that one process can use several.
neonConfig.fetchEndpoint = (host, port) => `http://${host}:${port}/sql`;

/** The server to test on besides the embedded database, or null. */
export const postgresUrl = process.env.LOCAL_POSTGRES_URL || null;

/**
 * A migrated, empty database with an endpoint of its own on a free port, which `close` removes: on the given
 * PostgreSQL server, by default that of LOCAL_POSTGRES_URL, or with null in memory. On a server it is owned by a role that is no superuser, as with a hosting provider.
 */
export async function startTestDatabase(server: string | null = postgresUrl): Promise<TestDatabase> {
  const fresh = server ? await createDatabase(server) : undefined;
  const database = await startDatabase({
    port: 0,
    dataDirectory: null,
    postgresUrl: fresh?.url,
    ownerPassword: "owner",
    edgePassword: "edge",
  });
  const owner = neon(database.ownerUrl);
  return {
    ...database,
    asOwner: (query, params) => owner.query(query, params),
    async close() {
      await database.close();
      await fresh?.drop();
    },
  };
}

/** An empty database with an owner of its own on a PostgreSQL server. */
export async function createDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `vitrina_test_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  await asAdministrator(server, async (client) => {
    await client.query(`create role ${name} login createrole password '${password}'`);
    await client.query(`create database ${name} owner ${name}`);
    // Since version 16 only who made a role, or was put in charge of it, may set its password.
    const { rows } = await client.query(
      "select from pg_roles where rolname = 'edge' and current_setting('server_version_num')::int >= 160000",
    );
    if (rows.length > 0) await client.query(`grant edge to ${name} with admin option`);
  });
  const url = Object.assign(new URL(server), { username: name, password, pathname: `/${name}` });
  return {
    url: url.href,
    drop: () =>
      asAdministrator(server, async (client) => {
        await client.query(`drop database ${name} with (force)`);
        await client.query(`drop role ${name}`);
      }),
  };
}

async function asAdministrator(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
