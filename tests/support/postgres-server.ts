import { randomBytes } from "node:crypto";
import pg from "pg";
import { createClient } from "#local/neon/client.ts";

/** The PostgreSQL server on which tests run besides the embedded database, or null. */
export const postgresUrl = process.env.LOCAL_POSTGRES_URL || null;

/** A database on a PostgreSQL server, with its owner's login. The owner is no superuser, as with a hosting provider. */
export type ServedDatabase = { url: string; drop(): Promise<void> };

export async function asAdministrator<T>(
  server: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates a role that can own databases. */
export async function createOwner(client: pg.Client, name: string, password: string): Promise<void> {
  await client.query(`create role ${name} login createrole password ${pg.escapeLiteral(password)}`);
  // Since version 16 only the creator or an administrator of a role may set its password.
  const { rows } = await client.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname in ('edge', 'backup') and current_setting('server_version_num')::int >= 160000",
  );
  for (const { rolname } of rows) await client.query(`grant ${rolname} to ${name} with admin option`);
}

/** Returns the connection string of a database on a server. */
export const toDatabaseUrl = (server: string, database: string, owner: { name: string; password: string }) =>
  Object.assign(new URL(server), {
    username: owner.name,
    password: owner.password,
    pathname: `/${database}`,
  }).href;

export const createDatabaseName = () => `vitrina_test_${randomBytes(6).toString("hex")}`;

/** Creates an empty database with its own owner. */
export async function createDatabase(server: string): Promise<ServedDatabase> {
  const name = createDatabaseName();
  const password = randomBytes(12).toString("hex");
  await asAdministrator(server, async (client) => {
    await createOwner(client, name, password);
    await client.query(`create database ${name} owner ${name}`);
  });
  return {
    url: toDatabaseUrl(server, name, { name, password }),
    drop: () =>
      asAdministrator(server, async (client) => {
        await client.query(`drop database ${name} with (force)`);
        await client.query(`drop role ${name}`);
      }),
  };
}
