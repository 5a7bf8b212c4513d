import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { takeLock } from "#local/processes/lock.ts";
import { createPool } from "./client.ts";
import { createDatabaseError, type DatabaseSession, type Engine, type Login, rawText } from "./engine.ts";

const database = "vitrina";
const extensions = { citext, pg_trgm, unaccent };

/**
 * Opens the embedded database, in `directory` or, with null, in memory. All logins share its only connection: requests
 * wait for it in turn and assume the role of their login.
 */
export async function openPglite(directory: string | null, ownerPassword: string): Promise<Engine> {
  const lockedDirectory = directory === null ? null : await prepareDirectory(directory);
  const pglite = await PGlite.create(lockedDirectory ? lockedDirectory.path : "memory://", { extensions });
  const owner = { user: "postgres", password: ownerPassword, database };
  const passwords = new Map([[owner.user, ownerPassword]]);
  const pool = createPool({ ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0, types: rawText });

  return {
    owner,
    async connect(login) {
      authenticate(login, passwords);
      const client = await pool.connect();
      try {
        // Set for the owner as well, because `discard all` does not reset the role here, unlike on a server.
        await client.query(`set session authorization ${pg.escapeIdentifier(login.user)}`);
      } catch (error) {
        client.release();
        throw error;
      }
      const verify = login.user === owner.user ? doNothing : () => verifyUser(client, login.user);
      return { client, cancel: doNothing, verify };
    },
    acceptPassword: (role, password) => void passwords.set(role, password),
    async close() {
      await pool.end();
      await pglite.close();
      await lockedDirectory?.release();
    },
  };
}

async function doNothing(): Promise<void> {}

/** Checks a login as a PostgreSQL server does. @throws DatabaseError 28P01 or 3D000 */
function authenticate(login: Login, passwords: Map<string, string>): void {
  if (passwords.get(login.user) !== login.password) {
    throw createDatabaseError("28P01", `password authentication failed for user "${login.user}"`);
  }
  if (login.database !== database)
    throw createDatabaseError("3D000", `database "${login.database}" does not exist`);
}

/**
 * Rejects a session whose statement has changed its user. The shared connection belongs to the owner, so PostgreSQL
 * lets any statement reset its authorization.
 */
async function verifyUser(client: DatabaseSession["client"], user: string): Promise<void> {
  const { rows } = await client.query("select session_user as user");
  if (rows[0]?.user !== user)
    throw createDatabaseError("42501", "permission denied to set session authorization");
}

/**
 * Locks `directory` for this process and ensures that it holds a complete database. A killed process leaves neither a
 * valid lock nor an incomplete database.
 * @throws Error with one sentence if another process has the lock
 */
async function prepareDirectory(directory: string) {
  await mkdir(directory, { recursive: true });
  const release = await takeLock(
    join(directory, "lock"),
    (pid) => `The database in ${directory} is in use by process ${pid}; end that one first.`,
  );
  try {
    const path = join(directory, "pgdata");
    const unfinishedPath = join(directory, "pgdata.unfinished");
    await rm(unfinishedPath, { recursive: true, force: true });
    if (!existsSync(path)) {
      await (await PGlite.create(unfinishedPath, { extensions })).close();
      await rename(unfinishedPath, path);
    }
    return { path, release };
  } catch (error) {
    await release();
    throw error;
  }
}
