import type { IncomingMessage } from "node:http";
import type { Login } from "./engine.ts";

const maxBodyBytes = 10 * 1024 * 1024;

export interface SqlStatement {
  query: string;
  params: unknown[];
}

export interface SqlRequest {
  login: Login;
  statements: SqlStatement[];
  /** The statement that begins the transaction of a batch; null for a single statement, which runs by itself. */
  begin: string | null;
}

/** A request that does not reach the database, with its HTTP status. */
export class BadRequest extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Parses a request of Neon's driver.
 * @throws BadRequest
 */
export async function readRequest(request: IncomingMessage): Promise<SqlRequest> {
  const login = readLogin(header(request, "neon-connection-string"));
  const body = await readBody(request);
  if (isStatement(body)) return { login, statements: [withParams(body)], begin: null };
  const queries = isObject(body) ? body.queries : undefined;
  if (Array.isArray(queries) && queries.every(isStatement)) {
    return { login, statements: queries.map(withParams), begin: readBegin(request) };
  }
  throw new BadRequest(400, "The body must be {query, params} or {queries: [{query, params}, …]}.");
}

function readLogin(connectionString: string | undefined): Login {
  if (!connectionString) throw new BadRequest(400, "The header Neon-Connection-String is missing.");
  const url = URL.parse(connectionString);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.username || url.pathname.length < 2) {
    throw new BadRequest(400, "Neon-Connection-String must be postgresql://user:password@host/database.");
  }
  try {
    return {
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
    };
  } catch {
    throw new BadRequest(400, "Neon-Connection-String is not percent-encoded correctly.");
  }
}

const isolationLevels: Record<string, string> = {
  ReadUncommitted: "read uncommitted",
  ReadCommitted: "read committed",
  RepeatableRead: "repeatable read",
  Serializable: "serializable",
};

function readBegin(request: IncomingMessage): string {
  const parts = ["begin"];
  const level = header(request, "neon-batch-isolation-level");
  if (level !== undefined) {
    const isolationLevel = isolationLevels[level];
    if (!isolationLevel) throw new BadRequest(400, `Neon-Batch-Isolation-Level is unknown: ${level}.`);
    parts.push(`isolation level ${isolationLevel}`);
  }
  if (header(request, "neon-batch-read-only") === "true") parts.push("read only");
  if (header(request, "neon-batch-deferrable") === "true") parts.push("deferrable");
  return parts.join(" ");
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Read the body to its end anyway: otherwise the client sees a broken connection instead of the answer.
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) throw new BadRequest(413, `The body is larger than ${maxBodyBytes} bytes.`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new BadRequest(400, "The body is not JSON.");
  }
}

function isStatement(value: unknown): value is { query: string; params?: unknown[] } {
  return (
    isObject(value) &&
    typeof value.query === "string" &&
    (value.params === undefined || Array.isArray(value.params))
  );
}

function withParams({ query, params = [] }: { query: string; params?: unknown[] }): SqlStatement {
  return { query, params };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}
