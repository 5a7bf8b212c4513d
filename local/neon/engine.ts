import { DatabaseError, type PoolClient } from "pg";

/** The user, password and database of a connection string. */
export interface Login {
  user: string;
  password: string;
  database: string;
}

/** The login roles that the migrations create. */
type LoginRole = "edge" | "backup";

/** One request's hold on the database. */
export interface Session {
  client: PoolClient;
  /** Stops the statement that runs now, where the database can do that. */
  cancel(): Promise<void>;
  /** Refuses (42501) when the last statement has changed whom the session belongs to. */
  verify(): Promise<void>;
}

/** PGlite or a PostgreSQL server, reached in the same way. */
export interface Engine {
  owner: Login;
  /** @throws DatabaseError 28P01 for an unknown login or a wrong password, 3D000 for another database */
  connect(login: Login): Promise<Session>;
  /** Accepts this password for a login role that the migrations have created. */
  admit(role: LoginRole, password: string): void;
  close(): Promise<void>;
}

/** Values stay the text that Postgres sent: the driver on the other side turns them into types. */
export const rawText = { getTypeParser: () => (value: string) => value };

/** Whether Postgres said it: PGlite and pg each have a class of their own for that. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && "severity" in error && "code" in error;
}

/** A refusal in the shape in which Postgres itself would have sent it. */
export function refusal(code: string, message: string): DatabaseError {
  const error = new DatabaseError(message, message.length, "error");
  error.severity = "FATAL";
  error.code = code;
  return error;
}

/**
 * Runs `work` in a session of `login`, which afterwards is as new for the next one, whatever happened in it.
 * A signal that is aborted before it begins drops the work; later it stops the statement that runs.
 */
export async function withSession<T>(
  engine: Engine,
  login: Login,
  signal: AbortSignal,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await engine.connect(login);
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    // Where that is not possible, the statement comes to its own end.
    cancelled = session.cancel().catch(() => {});
  };
  try {
    await othersHeard();
    signal.throwIfAborted();
    signal.addEventListener("abort", cancel);
    return await work(session);
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancelled;
    await restore(session.client, cancelled !== undefined);
  }
}

/**
 * Lets the event loop come round to the sockets. PGlite works on this very thread, so that a client which left
 * in the meantime is noticed only then.
 */
export async function othersHeard(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function restore(client: PoolClient, wasCancelled: boolean): Promise<void> {
  try {
    await client.query("rollback");
    await client.query("discard all");
    // A cancellation that arrives late must not hit the next user of the connection.
    client.release(wasCancelled);
  } catch (error) {
    client.release(error as Error);
  }
}
