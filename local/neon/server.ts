import { Hono } from "hono";
import type { QueryArrayResult } from "pg";
import { serveApp } from "#local/processes/serve-app.ts";
import { migrate } from "#migrations/migrate.ts";
import {
  type DatabaseSession,
  type Engine,
  isDatabaseError,
  type Login,
  withSession,
  yieldToSockets,
} from "./engine.ts";
import { openPglite } from "./pglite.ts";
import { openPostgres } from "./postgres.ts";
import { BadRequest, readRequest, type SqlRequest, type SqlStatement } from "./request.ts";

interface DatabaseOptions {
  /** 0 takes any free port. */
  port: number;
  /** The folder of the embedded database; null keeps it in memory. */
  dataDirectory: string | null;
  /** A PostgreSQL server to use instead of the embedded database, with its owner's login. */
  postgresUrl?: string | undefined;
  /** The owner's password on the embedded database; a server has its own. */
  ownerPassword: string;
  edgePassword: string;
  backupPassword: string;
}

export type LocalDatabase = Awaited<ReturnType<typeof startDatabase>>;

/**
 * Opens an embedded database, or that of `postgresUrl`, and applies the missing migrations.
 * @throws Error with one sentence, for instance if another process has the directory
 */
export async function openDatabase(options: Omit<DatabaseOptions, "port">) {
  const { dataDirectory, postgresUrl, ownerPassword } = options;
  const engine = postgresUrl
    ? await openPostgres(postgresUrl)
    : await openPglite(dataDirectory, ownerPassword);
  try {
    const { database } = engine.owner;
    const edge: Login = { user: "edge", password: options.edgePassword, database };
    const backup: Login = { user: "backup", password: options.backupPassword, database };
    await withSession(engine, engine.owner, null, ({ client }) => migrate(client));
    engine.acceptPassword("edge", edge.password);
    engine.acceptPassword("backup", backup.password);
    // Reports a server that rejects the role now, not with the first request.
    await withSession(engine, edge, null, ({ client }) => client.query("select 1"));
    return { engine, edge, backup };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Serves an open database through Neon's SQL over HTTP on this machine only.
 * @param port 0 takes any free port
 * @throws Error with one sentence, for instance if the port is in use
 */
export async function serveDatabase(
  { engine, edge, backup }: Awaited<ReturnType<typeof openDatabase>>,
  port: number,
) {
  const listener = await serveApp(port, createSqlApp(engine));
  return {
    port: listener.port,
    /** The address for requests of Neon's driver (`neonConfig.fetchEndpoint`). */
    endpoint: `http://localhost:${listener.port}/sql`,
    // Connection strings for Neon's driver, with the host and port of the endpoint.
    ownerUrl: toConnectionString(engine.owner, listener.port),
    edgeUrl: toConnectionString(edge, listener.port),
    backupUrl: toConnectionString(backup, listener.port),
    close: () => listener.close(),
  };
}

/** Opens a database and serves it. `close` ends both. */
export async function startDatabase({ port, ...options }: DatabaseOptions) {
  const database = await openDatabase(options);
  const close = () => database.engine.close();
  try {
    const server = await serveDatabase(database, port);
    return { ...server, close: () => server.close().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Creates Neon's HTTP endpoint for an engine. If the client disconnects, the statement is skipped before its start, or
 * canceled if the engine can cancel.
 */
export function createSqlApp(engine: Engine): Hono {
  const app = new Hono();
  app.post("/sql", async ({ req: { raw: request }, json }) =>
    json(await runRequest(engine, await readRequest(request), request.signal)),
  );
  app.get("/health", async ({ req: { raw: request }, json }) => {
    await withSession(engine, engine.owner, request.signal, ({ client }) => client.query("select 1"));
    return json({ status: "ok" });
  });
  app.notFound(({ json }) => json({ message: "This server answers only POST /sql and GET /health." }, 404));
  // Answers as Neon does, with PostgreSQL's error fields. `length` and `name` belong to the `pg` client.
  app.onError((error, { json }) => {
    if (error instanceof BadRequest) return json({ message: error.message }, 400);
    if (!isDatabaseError(error))
      return json({ message: `The database does not answer: ${error.message}` }, 503);
    const { message, length: _length, name: _name, ...details } = error;
    return json({ message, ...details }, 400);
  });
  return app;
}

function toConnectionString({ user, password, database }: Login, port: number): string {
  const credentials = [user, password].map(encodeURIComponent).join(":");
  return `postgresql://${credentials}@localhost:${port}/${encodeURIComponent(database)}`;
}

/** A result in the form of Neon's proxy: rows of texts and nulls, with the types to parse them. */
interface SqlResult {
  command: string;
  rowCount: number | null;
  rows: (string | null)[][];
  fields: QueryArrayResult["fields"];
  rowAsArray: true;
}

/**
 * Runs a single statement by itself, or a batch as one transaction.
 * @throws DatabaseError if Postgres rejects a statement; then nothing of a batch remains
 */
function runRequest(
  engine: Engine,
  request: SqlRequest,
  signal: AbortSignal,
): Promise<SqlResult | { results: SqlResult[] }> {
  return withSession(engine, request.login, signal, async (session) => {
    if ("query" in request) return execute(session, request);
    const results: SqlResult[] = [];
    await session.client.query("begin");
    for (const statement of request.queries) {
      results.push(await execute(session, statement));
      await yieldToSockets();
      signal.throwIfAborted();
    }
    await session.client.query("commit");
    return { results };
  });
}

/** Runs a statement and returns its rows as arrays, as Neon's driver expects them. */
async function execute(session: DatabaseSession, { query, params }: SqlStatement): Promise<SqlResult> {
  const { command, rowCount, rows, fields } = await session.execute({
    text: query,
    values: params,
    rowMode: "array",
    queryMode: "extended",
  });
  return { command, rowCount, rows, fields, rowAsArray: true };
}
