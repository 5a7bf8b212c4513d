import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg, { type PoolClient } from "pg";
import { takeLock } from "#local/processes/lock.ts";
import { createPool } from "./client.ts";
import {
  createDatabaseError,
  type DatabaseSession,
  type Engine,
  type Login,
  type RequestStatement,
  rawText,
} from "./engine.ts";

const database = "vitrina";
const options = {
  extensions: { citext, pg_trgm, unaccent },
  // The default of 128 MB takes a third of a start, because the database fills it with zeros.
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
};

/**
 * Opens the embedded database, in `directory` or, with null, in memory. All logins share its only connection: requests
 * wait for it in turn and assume the role of their login.
 */
export async function openPglite(directory: string | null, ownerPassword: string): Promise<Engine> {
  const lockedDirectory = directory === null ? null : await prepareDirectory(directory);
  const pglite = await PGlite.create(lockedDirectory ? lockedDirectory.path : "memory://", options);
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
      return openSession(client, login.user === owner.user ? null : login.user);
    },
    acceptPassword: (role, password) => void passwords.set(role, password),
    async close() {
      await pool.end();
      await pglite.close();
      await lockedDirectory?.release();
    },
  };
}

/** Commands that leave no more than settings and locks, and keep prepared statements valid. */
const plainCommands = new Set(["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE"]);
const maxPlans = 500;
/** The names of the statements whose plans a connection keeps. */
const planNames = new WeakMap<PoolClient, Map<string, string>>();
let lastPlan = 0;

/**
 * Opens a session on the shared connection. It prepares statements, because planning takes most of the time of the
 * embedded database. The plans stay on the connection as long as sessions run plain commands.
 * @param user the user whose statements must not change the session's user; null for the owner
 */
function openSession(client: PoolClient, user: string | null): DatabaseSession {
  const names = planNames.get(client) ?? new Map<string, string>();
  planNames.set(client, names);
  let isPlain = true;
  const getName = (text: string): string => {
    const existingName = names.get(text);
    if (existingName !== undefined) return existingName;
    lastPlan += 1;
    const name = `plan_${lastPlan}`;
    names.set(text, name);
    return name;
  };
  /** Runs a statement, by its plan as long as no command can have removed that. */
  const run: DatabaseSession["execute"] = (statement) =>
    client.query<(string | null)[]>(isPlain ? { ...statement, name: getName(statement.text) } : statement);

  return {
    client,
    async execute(statement) {
      const result = await run(statement);
      isPlain &&= plainCommands.has(result.command);
      if (user !== null && (await run(sessionUser)).rows[0]?.[0] !== user) {
        // The shared connection belongs to the owner, so PostgreSQL lets any statement reset its authorization.
        throw createDatabaseError("42501", "permission denied to set session authorization");
      }
      return result;
    },
    async cancel() {},
    async clear() {
      if (isPlain && names.size < maxPlans) {
        await client.query(
          "reset all; reset role; discard sequences; discard temp; select pg_advisory_unlock_all()",
        );
        return true;
      }
      await client.query("discard all");
      return false;
    },
  };
}

const sessionUser: RequestStatement = {
  text: "select session_user",
  rowMode: "array",
  queryMode: "extended",
};

/** Checks a login as a PostgreSQL server does. @throws DatabaseError 28P01 or 3D000 */
function authenticate(login: Login, passwords: Map<string, string>): void {
  if (passwords.get(login.user) !== login.password) {
    throw createDatabaseError("28P01", `password authentication failed for user "${login.user}"`);
  }
  if (login.database !== database)
    throw createDatabaseError("3D000", `database "${login.database}" does not exist`);
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
      await (await PGlite.create(unfinishedPath, options)).close();
      await rename(unfinishedPath, path);
    }
    return { path, release };
  } catch (error) {
    await release();
    throw error;
  }
}
