import * as v from "valibot";
import type { Login } from "./engine.ts";

const statementSchema = v.object({ query: v.string(), params: v.optional(v.array(v.unknown()), []) });
export type SqlStatement = v.InferOutput<typeof statementSchema>;

const bodySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([statementSchema, v.object({ queries: v.array(statementSchema) })]),
);

/** A single statement, which runs by itself, or a batch, which runs as one transaction. */
export type SqlRequest = { login: Login } & v.InferOutput<typeof bodySchema>;

/** A request that does not reach the database. */
export class BadRequest extends Error {}

/**
 * Parses a request of Neon's driver.
 * @throws BadRequest
 */
export async function readRequest(request: Request): Promise<SqlRequest> {
  const { headers } = request;
  const login = readLogin(headers.get("neon-connection-string"));
  // The functions use the defaults of PostgreSQL only.
  const level = headers.get("neon-batch-isolation-level") ?? "ReadCommitted";
  const options = ["neon-batch-read-only", "neon-batch-deferrable"].map((name) => headers.get(name));
  if (level !== "ReadCommitted" || options.includes("true"))
    throw new BadRequest("A batch is read committed, not read only and not deferrable.");
  const body = v.safeParse(bodySchema, await request.text());
  if (body.success) return { login, ...body.output };
  throw new BadRequest("The body must be {query, params} or {queries: [{query, params}, …]}.");
}

function readLogin(connectionString: string | null): Login {
  if (!connectionString) throw new BadRequest("The header Neon-Connection-String is missing.");
  const url = URL.parse(connectionString);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.username || url.pathname.length < 2) {
    throw new BadRequest("Neon-Connection-String must be postgresql://user:password@host/database.");
  }
  try {
    return {
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
    };
  } catch {
    throw new BadRequest("Neon-Connection-String is not percent-encoded correctly.");
  }
}
