import { DatabaseError, type PoolClient, type QueryArrayConfig, type QueryArrayResult } from "pg";

/** The user, password and database of a connection string. */
export interface Login {
  user: string;
  password: string;
  database: string;
}

/** The login roles that the migrations create. */
type LoginRole = "edge" | "backup";

/** A statement of a request. */
export type RequestStatement = QueryArrayConfig & { queryMode: "extended" };

/** The database connection of a request. */
export interface DatabaseSession {
  client: PoolClient;
  /** Runs a statement of a request. Rejects (42501) if it changed the role of the session. */
  execute(statement: RequestStatement): Promise<QueryArrayResult<(string | null)[]>>;
  /** Cancels the running statement, if the database can do that. */
  cancel(): Promise<void>;
  /** Removes every trace of the session's user. Returns whether another session may use the connection. */
  clear(): Promise<boolean>;
}

/** PGlite or a PostgreSQL server, behind one interface. */
export interface Engine {
  owner: Login;
  /**
   * Opens a session.
   * @throws DatabaseError 28P01 for an unknown login or a wrong password, 3D000 for another database
   */
  connect(login: Login): Promise<DatabaseSession>;
  /** Accepts this password for a login role that the migrations have created. */
  acceptPassword(role: LoginRole, password: string): void;
  close(): Promise<void>;
}

/** Leaves values as the text that Postgres sent: the driver of the client converts them. */
export const rawText = { getTypeParser: () => (value: string) => value };

/** Returns whether an error comes from Postgres. PGlite and pg have different classes for it. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && "severity" in error && "code" in error;
}

/** Creates an error in the form that Postgres itself would send. */
export function createDatabaseError(code: string, message: string): DatabaseError {
  const error = new DatabaseError(message, message.length, "error");
  error.severity = "FATAL";
  error.code = code;
  return error;
}

/**
 * Runs `work` in a session of `login`, and resets the session afterwards in any case. The signal of an HTTP request is
 * aborted when its client disconnects: before the start it skips the work, later it cancels the running statement.
 */
export async function withSession<Result>(
  engine: Engine,
  login: Login,
  signal: AbortSignal | null,
  work: (session: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  const session = await engine.connect(login);
  let cancellation: Promise<void> | undefined;
  const cancel = () => {
    // If that is impossible, the statement runs to its end.
    cancellation = session.cancel().catch(() => {});
  };
  try {
    await yieldToSockets();
    signal?.throwIfAborted();
    signal?.addEventListener("abort", cancel);
    return await work(session);
  } finally {
    signal?.removeEventListener("abort", cancel);
    await cancellation;
    await resetSession(session);
  }
}

/**
 * Lets the event loop process the sockets. PGlite runs on the same thread, so a client that disconnected meanwhile is
 * noticed only then.
 */
export async function yieldToSockets(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a connection to its pool without a trace of its user, or closes it. */
async function resetSession({ client, clear }: DatabaseSession): Promise<void> {
  try {
    await client.query("rollback");
    client.release(!(await clear()));
  } catch (error) {
    client.release(error as Error);
  }
}
