import pg from "pg";
import { isDatabaseError } from "./engine.ts";

/**
 * Returns a client that is not connected yet. When the server ends its connection, one line is logged and the next
 * query rejects. Every client and pool of `pg` is created in this file, because an "error" event without a listener
 * would end the process.
 */
export function createClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  logLoss(client);
  return client;
}

/** Returns a pool that logs and replaces each connection that the server ends, whether or not a session holds it. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // The pool has a listener on idle clients only.
  pool.on("connect", logLoss);
  // The pool repeats the error of an idle client, which is logged already.
  pool.on("error", () => {});
  return pool;
}

/** Logs the loss of a connection once, and handles later errors of it, which would end the process. */
function logLoss(client: pg.ClientBase): void {
  client.once("error", ({ message }) => {
    process.stderr.write(`A connection to PostgreSQL was lost: ${message}.\n`);
  });
  // After the server's reason `pg` reports the closed socket as a second error.
  client.on("error", () => {});
}

/**
 * Opens a connection to a PostgreSQL server.
 * @throws Error with one sentence if it fails
 */
export async function openClient(connectionString: string): Promise<pg.Client> {
  try {
    const client = createClient({ connectionString, connectionTimeoutMillis: 10_000 });
    await client.connect();
    return client;
  } catch (error) {
    throw toConnectionError(connectionString, error);
  }
}

/** Describes in one sentence why a PostgreSQL server cannot be used, without the password in its address. */
function toConnectionError(connectionString: string, error: unknown): Error {
  const url = URL.parse(connectionString);
  if (!url?.host) {
    return new Error("The database's address has to be of the form postgres://user:password@host/database.");
  }
  // A host with several addresses fails with one error for each.
  const firstError = error instanceof AggregateError ? error.errors[0] : error;
  const verb = isDatabaseError(firstError) ? "refuses" : "cannot be reached";
  return new Error(`PostgreSQL at ${url.host} ${verb}: ${(firstError as Error).message}.`, { cause: error });
}
