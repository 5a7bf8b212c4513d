import pg from "pg";
import { createClient, createPool, openClient } from "./client.ts";
import { type Engine, isDatabaseError, type Login, rawText } from "./engine.ts";

/**
 * Opens a PostgreSQL server at a connection string with a host. Every login signs in there with its own name and
 * password, so the server decides its rights.
 * @throws Error with one sentence if the server cannot be used
 */
export async function openPostgres(postgresUrl: string): Promise<Engine> {
  const owner = await signIn(postgresUrl);
  const { connect, close } = openPools(postgresUrl);
  const passwords = new Map<string, string>();

  async function setPassword({ user, password }: Login): Promise<void> {
    const client = await connect(owner);
    try {
      await client.query(`alter role ${pg.escapeIdentifier(user)} password ${pg.escapeLiteral(password)}`);
    } catch (error) {
      // Another endpoint on this server is setting it at this moment.
      if (!(isDatabaseError(error) && error.code === "XX000")) throw error;
    } finally {
      client.release();
    }
  }

  /**
   * Connects a login with the password of `acceptPassword`, and sets that password if the server has another one. Roles
   * belong to the whole server, so another installation on it may have changed the password.
   */
  async function connectAdmitted(login: Login): Promise<pg.PoolClient> {
    try {
      return await connect(login);
    } catch (error) {
      if (!(isDatabaseError(error) && error.code === "28P01")) throw error;
      await setPassword(login);
      return connect(login);
    }
  }

  return {
    owner,
    async connect(login) {
      const isAdmitted = passwords.get(login.user) === login.password;
      const client = await (isAdmitted ? connectAdmitted(login) : connect(login));
      const { processID } = client as pg.PoolClient & { processID: number };
      let isCancelled = false;
      return {
        client,
        execute: (statement) => client.query<(string | null)[]>(statement),
        cancel() {
          isCancelled = true;
          return cancel(withLogin(postgresUrl, login), processID);
        },
        async clear() {
          await client.query("discard all");
          // A cancellation that arrives late must not hit the next user of the connection.
          return !isCancelled;
        },
      };
    },
    acceptPassword: (role, password) => void passwords.set(role, password),
    close,
  };
}

/**
 * Opens a pool of connections for each login. A pool without connections is removed if it cannot connect, so that wrong
 * passwords leave none.
 */
function openPools(postgresUrl: string) {
  const pools = new Map<string, pg.Pool>();

  function getPool(login: Login): pg.Pool {
    const key = JSON.stringify(login);
    const existingPool = pools.get(key);
    if (existingPool) return existingPool;
    const pool = createPool({
      connectionString: withLogin(postgresUrl, login),
      max: 20,
      options: "-c timezone=UTC",
      types: rawText,
    });
    pools.set(key, pool);
    return pool;
  }

  async function connect(login: Login): Promise<pg.PoolClient> {
    const pool = getPool(login);
    try {
      return await pool.connect();
    } catch (error) {
      if (pool.totalCount === 0 && pools.delete(JSON.stringify(login))) await pool.end();
      throw error;
    }
  }

  async function close(): Promise<void> {
    await Promise.all([...pools.values()].map((pool) => pool.end()));
  }

  return { connect, close };
}

/**
 * Returns the login that a connection string selects, with the defaults that `pg` fills in. Connects once, so that a
 * wrong string fails at the start.
 */
async function signIn(postgresUrl: string): Promise<Login> {
  const client = await openClient(postgresUrl);
  await client.end();
  const { user = "", password, database = "" } = client;
  return { user, password: password ?? "", database };
}

/**
 * Cancels the running statement of a server process, because its HTTP client is gone. It uses the same role, which may
 * cancel its own statements, and no pool, which may be full of statements to cancel.
 */
async function cancel(connectionString: string, processId: number): Promise<void> {
  const client = createClient({ connectionString });
  await client.connect();
  try {
    await client.query("select pg_cancel_backend($1)", [processId]);
  } finally {
    await client.end();
  }
}

/** Returns the connection string of the server with another login. */
function withLogin(postgresUrl: string, login: Login): string {
  const url = new URL(postgresUrl);
  url.username = encodeURIComponent(login.user);
  // Without a password the client stops halfway and leaves the server waiting. The server itself rejects a wrong one.
  url.password = encodeURIComponent(login.password || " ");
  url.pathname = `/${encodeURIComponent(login.database)}`;
  return url.href;
}
