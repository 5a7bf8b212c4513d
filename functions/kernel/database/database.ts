import { NeonDbError, neon, neonConfig } from "@neondatabase/serverless";
import {
  type Answers,
  nameResults,
  type Results,
  type Statements,
  type Transaction,
} from "./named-results.ts";
import { Refusal } from "./refusals.ts";
import { type Query, type Row, sql } from "./sql.ts";

/** The identity of a transaction for row-level security: a session or a service of the edge; null for anyone. */
type Claims = { sub: string; session_id: string } | "auth" | "mail" | "retention" | "content" | null;

/** Runs a list of statements as one transaction. @throws Refusal unavailable */
type RunList = (queries: Query[]) => Promise<Answers>;

export type Database = {
  /** Runs statements as one transaction with these claims. @throws Refusal unavailable */
  run<const S extends Statements>(claims: Claims, statements: S): Promise<Results<S>>;
};

export type DatabaseAddress = { databaseUrl: string; fetchEndpoint?: string | undefined };

/** Time limit for all calls together. */
type Timeout = { timeoutMs: number };

/** Settings of the edge's database connection. */
type DatabaseSettings = {
  DATABASE_URL: string;
  DATABASE_FETCH_ENDPOINT?: string | undefined;
  DATABASE_TIMEOUT_MS: number;
};

// SQLSTATE classes of a server that cannot serve. The statement may be correct.
const unavailableClass = /^(08|53|57P)/;
// SQLSTATE class of a rejected login.
const rejectedLoginClass = /^28/;
// SQLSTATE of a transaction that PostgreSQL rolled back because of a deadlock.
const deadlock = "40P01";

const toUnavailable = (cause: unknown) => new Refusal("unavailable", { cause });

/**
 * Opens a database over Neon's SQL over HTTP, as the role that its address names. Each call is one round trip and one
 * transaction (read committed). A deadlock repeats the call once. All calls together wait at most `timeoutMs`.
 * @throws Refusal unavailable if the database does not answer in time or cannot serve
 */
export const openTransactions = (address: DatabaseAddress & Timeout): Transaction =>
  nameResults(createTransactionRunner(address));

const endpoints = new Map<string, string>();

/**
 * Returns the function that runs a list of statements as one transaction. Its calls share the time limit, and a deadlock
 * repeats a call once. `fetchEndpoint` replaces the address that the driver derives from `databaseUrl`, for the local
 * database.
 */
function createTransactionRunner({
  databaseUrl,
  fetchEndpoint,
  timeoutMs,
}: DatabaseAddress & Timeout): RunList {
  if (fetchEndpoint) {
    // The driver has one setting for all databases, so it looks the endpoint up by host.
    endpoints.set(new URL(databaseUrl).host, fetchEndpoint);
    neonConfig.fetchEndpoint = (host, port) => endpoints.get(`${host}:${port}`) ?? fetchEndpoint;
  }
  const client = neon(databaseUrl);
  let remainingMs = timeoutMs;
  return async (queries) => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(Math.max(Math.floor(remainingMs), 0));
    try {
      const runOnce = () =>
        client.transaction(
          queries.map((query) => client.query(query.text, query.values)),
          { isolationLevel: "ReadCommitted", fetchOptions: { signal, redirect: "manual" } },
        );
      // PostgreSQL has undone a transaction of a deadlock, so the one that it waited for goes on. The repeated one may
      // overtake that one, which is another deadlock.
      const runAgain = async (attemptsLeft: number): ReturnType<typeof runOnce> => {
        try {
          return await runOnce();
        } catch (error) {
          if (attemptsLeft === 0 || !(error instanceof NeonDbError) || error.code !== deadlock) throw error;
          return runAgain(attemptsLeft - 1);
        }
      };
      const results = await runAgain(3);
      return new Map(queries.map((query, index) => [query, results[index] as Row[]]));
    } catch (error) {
      // Without SQLSTATE, the request failed or took too long.
      const code = error instanceof NeonDbError ? error.code : undefined;
      if (code && !unavailableClass.test(code)) throw error;
      throw toUnavailable(error);
    } finally {
      remainingMs -= performance.now() - startedAt;
    }
  };
}

/**
 * Opens the database for one request of the edge. Its calls wait DATABASE_TIMEOUT_MS in total; other work, such as
 * hashing a password, does not count. The first statement of each call sets the claims and fails unless the address
 * names the role `edge` (`set_claims`).
 * @throws Refusal unavailable, also for a rejected address; the log has the reason
 */
export function connect(settings: DatabaseSettings): Database {
  const run = createTransactionRunner({
    databaseUrl: settings.DATABASE_URL,
    fetchEndpoint: settings.DATABASE_FETCH_ENDPOINT,
    timeoutMs: settings.DATABASE_TIMEOUT_MS,
  });
  const runAs = async (claims: Claims, queries: Query[]): Promise<Answers> => {
    const text = claims ? JSON.stringify(typeof claims === "string" ? { service: claims } : claims) : "";
    try {
      return await run([sql`select set_claims(${text})`, ...queries]);
    } catch (error) {
      if (error instanceof NeonDbError && rejectedLoginClass.test(error.code ?? ""))
        throw toUnavailable(error);
      throw error;
    }
  };
  return { run: (claims, statements) => nameResults((queries) => runAs(claims, queries))(statements) };
}
