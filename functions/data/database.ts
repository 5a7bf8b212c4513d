import { NeonDbError, neon, neonConfig } from "@neondatabase/serverless";
import { Problem } from "../problem.ts";

/** One statement with its values. */
export type Query = { text: string; values: unknown[] };
export type Row = Record<string, unknown>;

/** Who a transaction is for, as row-level security sees it; null for anyone. */
type Claims = { sub: string; session_id: string } | { service: "auth" | "mail" | "retention" };

/** Runs statements as one transaction and answers with the rows of each. @throws Problem database_unavailable */
export type Transaction = (queries: Query[]) => Promise<Row[][]>;

export type Database = { run(claims: Claims | null, queries: Query[]): Promise<Row[][]> };

export type DatabaseAddress = { databaseUrl: string; fetchEndpoint?: string | undefined };

/** How long all calls together may wait for the database, in milliseconds. */
type Waiting = { patience?: number };

const isQuery = (value: unknown): value is Query =>
  typeof value === "object" && value !== null && "text" in value && "values" in value;

/** A statement or a part of one: each `${value}` becomes a parameter, each `${part}` is put in with its own. */
export function sql(strings: TemplateStringsArray, ...inserted: unknown[]): Query {
  const values: unknown[] = [];
  const text = strings.reduce((before, after, index) => {
    const value = inserted[index - 1];
    if (!isQuery(value)) return `${before}$${values.push(value)}${after}`;
    const first = values.length;
    values.push(...value.values);
    return `${before}${value.text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + first}`)}${after}`;
  });
  return { text, values };
}

// A request has to be answered within three seconds, whatever the database does. What passes between its calls, such
// as the hash of a password, is not the database's.
const requestPatience = 2_200;

// The classes of SQLSTATE that say that the server cannot serve, not that the statement is wrong.
const awayClass = /^(08|53|57P)/;

const unavailable = (cause: unknown) =>
  new Problem("database_unavailable", { headers: { "Retry-After": "5" }, cause });

/**
 * Opens the database for one request, over Neon's SQL over HTTP: each `run` is one round trip and one transaction
 * (read committed), and all of them together wait `patience` at most, 2.2 s unless it is said.
 * @throws Problem database_unavailable when it does not answer in time or cannot serve
 */
export function connect({
  databaseUrl,
  fetchEndpoint,
  patience = requestPatience,
}: DatabaseAddress & Waiting): Database {
  if (fetchEndpoint) neonConfig.fetchEndpoint = () => fetchEndpoint;
  const client = neon(databaseUrl);
  let left = patience;
  return {
    async run(claims, queries) {
      const began = performance.now();
      const signal = AbortSignal.timeout(Math.max(Math.floor(left), 0));
      const text = claims ? JSON.stringify(claims) : "";
      const batch = [sql`select set_config('request.jwt.claims', ${text}, true)`, ...queries];
      try {
        const [, ...results] = await client.transaction(
          batch.map((query) => client.query(query.text, query.values)),
          { isolationLevel: "ReadCommitted", fetchOptions: { signal } },
        );
        return results as Row[][];
      } catch (error) {
        const code = error instanceof NeonDbError ? error.code : undefined;
        if (code && !awayClass.test(code)) throw error;
        throw unavailable(error);
      } finally {
        left -= performance.now() - began;
      }
    },
  };
}
