import pg from "pg";
import { createClient, createPool, unreachable } from "./client.ts";
import { type Engine, isDatabaseError, type Login, rawText } from "./engine.ts";

/**
 * A PostgreSQL server at a connection string with a host. Every login signs in there with its own name and
 * password, so that the server decides what it may do.
 * @throws Error with one sentence when the server cannot be used
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

  /** The role belongs to the whole server: another product there may have given it another password. */
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
      return {
        client,
        cancel: () => cancel(withLogin(postgresUrl, login), processID),
        async verify() {},
      };
    },
    admit: (role, password) => void passwords.set(role, password),
    close,
  };
}

/** Keeps a pool of connections for each login. */
function openPools(postgresUrl: string) {
  const pools = new Map<string, pg.Pool>();

  function poolOf(login: Login): pg.Pool {
    const key = JSON.stringify(login);
    const known = pools.get(key);
    if (known) return known;
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
    const pool = poolOf(login);
    try {
      return await pool.connect();
    } catch (error) {
      if (pools.delete(JSON.stringify(login))) await pool.end();
      throw error;
    }
  }

  async function close(): Promise<void> {
    await Promise.all([...pools.values()].map((pool) => pool.end()));
  }

  return { connect, close };
}

async function signIn(postgresUrl: string): Promise<Login> {
  try {
    const client = createClient({ connectionString: postgresUrl, connectionTimeoutMillis: 10_000 });
    await client.connect();
    await client.end();
    const { user = "", password, database = "" } = client;
    return { user, password: password ?? "", database };
  } catch (error) {
    throw unreachable(postgresUrl, error);
  }
}

/** As the same role, which may do that, and beside the pool, which may be full of what has to be cancelled. */
async function cancel(connectionString: string, processId: number): Promise<void> {
  const client = createClient({ connectionString });
  await client.connect();
  try {
    await client.query("select pg_cancel_backend($1)", [processId]);
  } finally {
    await client.end();
  }
}

function withLogin(postgresUrl: string, login: Login): string {
  const url = new URL(postgresUrl);
  url.username = encodeURIComponent(login.user);
  // Without one the client gives up halfway and leaves the server waiting; a wrong one the server refuses itself.
  url.password = encodeURIComponent(login.password || " ");
  url.pathname = `/${encodeURIComponent(login.database)}`;
  return url.href;
}
