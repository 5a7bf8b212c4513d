import { NeonDbError, neon, neonConfig } from "@neondatabase/serverless";
import { Problem } from "#functions/problem.ts";

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
type Timeout = { timeout: number };

/** The settings that the edge reaches its database by. */
type DatabaseSettings = {
  DATABASE_URL: string;
  DATABASE_FETCH_ENDPOINT?: string | undefined;
  DATABASE_TIMEOUT_MS: number;
};

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

// The classes of SQLSTATE that say that the server cannot serve, not that the statement is wrong.
const awayClass = /^(08|53|57P)/;
// … and that it does not let the address in.
const refusedClass = /^28/;

const unavailable = (cause: unknown) =>
  new Problem("database_unavailable", { headers: { "Retry-After": "5" }, cause });

/**
 * Opens a database over Neon's SQL over HTTP, as the role that its address names: each call is one round trip and one
 * transaction (read committed), and all of them together wait `timeout` milliseconds at most.
 * @throws Problem database_unavailable when it does not answer in time or cannot serve
 */
export function openTransactions({
  databaseUrl,
  fetchEndpoint,
  timeout,
}: DatabaseAddress & Timeout): Transaction {
  if (fetchEndpoint) neonConfig.fetchEndpoint = () => fetchEndpoint;
  const client = neon(databaseUrl);
  let left = timeout;
  return async (queries) => {
    const began = performance.now();
    const signal = AbortSignal.timeout(Math.max(Math.floor(left), 0));
    try {
      return (await client.transaction(
        queries.map((query) => client.query(query.text, query.values)),
        { isolationLevel: "ReadCommitted", fetchOptions: { signal } },
      )) as Row[][];
    } catch (error) {
      const code = error instanceof NeonDbError ? error.code : undefined;
      if (code && !awayClass.test(code)) throw error;
      throw unavailable(error);
    } finally {
      left -= performance.now() - began;
    }
  };
}

/**
 * Opens the database for one request of the edge, whose calls wait DATABASE_TIMEOUT_MS in all; what passes between them,
 * such as the hash of a password, does not count. The first statement of each says who is calling, and fails unless the
 * address names the role `edge` (`set_claims`): nothing runs as anyone else.
 * @throws Problem database_unavailable also for an address that may not be used; the log has the reason
 */
export function connect(settings: DatabaseSettings): Database {
  const transaction = openTransactions({
    databaseUrl: settings.DATABASE_URL,
    fetchEndpoint: settings.DATABASE_FETCH_ENDPOINT,
    timeout: settings.DATABASE_TIMEOUT_MS,
  });
  return {
    async run(claims, queries) {
      const text = claims ? JSON.stringify(claims) : "";
      try {
        const [, ...results] = await transaction([sql`select set_claims(${text})`, ...queries]);
        return results;
      } catch (error) {
        if (error instanceof NeonDbError && refusedClass.test(error.code ?? "")) throw unavailable(error);
        throw error;
      }
    },
  };
}
