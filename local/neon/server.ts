import type { IncomingMessage, ServerResponse } from "node:http";
import type { QueryArrayConfig, QueryArrayResult } from "pg";
import { listenOnLoopback } from "#local/processes/loopback.ts";
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
 * Serves an embedded database, or that of `postgresUrl`, through Neon's SQL over HTTP on this machine only. Applies the
 * missing migrations first.
 * @throws Error with one sentence, for instance if the port is in use or another process has the directory
 */
export async function startDatabase(options: DatabaseOptions) {
  const { port, dataDirectory, postgresUrl, ownerPassword } = options;
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
    const listener = await listenOnLoopback(port, (request, response, { path }) =>
      answerRequest(engine, request, response, path),
    );
    return {
      port: listener.port,
      /** The address for requests of Neon's driver (`neonConfig.fetchEndpoint`). */
      endpoint: `http://localhost:${listener.port}/sql`,
      // Connection strings for Neon's driver, with the host and port of the endpoint.
      ownerUrl: toConnectionString(engine.owner, listener.port),
      edgeUrl: toConnectionString(edge, listener.port),
      backupUrl: toConnectionString(backup, listener.port),
      async close(): Promise<void> {
        await listener.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Answers a request as Neon's HTTP endpoint does. If the client disconnects, the statement is skipped before its start,
 * or canceled if the engine can cancel.
 */
async function answerRequest(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const clientGone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) clientGone.abort();
  });
  try {
    send(response, 200, await route(engine, request, path, clientGone.signal));
  } catch (error) {
    if (!clientGone.signal.aborted) sendError(response, error);
  }
}

async function route(
  engine: Engine,
  request: IncomingMessage,
  path: string,
  signal: AbortSignal,
): Promise<unknown> {
  switch (`${request.method} ${path}`) {
    case "POST /sql":
      return runRequest(engine, await readRequest(request), signal);
    case "GET /health":
      await withSession(engine, engine.owner, signal, ({ client }) => client.query("select 1"));
      return { status: "ok" };
    default:
      throw new BadRequest(404, "This server answers only POST /sql and GET /health.");
  }
}

/** Answers as Neon does, with PostgreSQL's error fields. `length` and `name` belong to the `pg` client. */
function sendError(response: ServerResponse, error: unknown): void {
  if (isDatabaseError(error)) {
    const { message, length: _length, name: _name, ...details } = error;
    send(response, 400, { message, ...details });
  } else if (error instanceof BadRequest) {
    send(response, error.status, { message: error.message });
  } else {
    send(response, 503, { message: `The database does not answer: ${(error as Error).message}` });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
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
export function runRequest(
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

/**
 * Runs a statement and returns its rows as arrays, as Neon's driver expects them. `verify` rejects a statement with
 * which a role other than the owner changed the user of the embedded database's session.
 */
async function execute(session: DatabaseSession, { query, params }: SqlStatement): Promise<SqlResult> {
  const config: QueryArrayConfig & { queryMode: "extended" } = {
    text: query,
    values: params,
    rowMode: "array",
    queryMode: "extended",
  };
  const { command, rowCount, rows, fields } = await session.client.query<(string | null)[]>(config);
  await session.verify();
  return { command, rowCount, rows, fields, rowAsArray: true };
}
