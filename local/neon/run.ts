import type { QueryArrayConfig, QueryArrayResult } from "pg";
import { type Engine, othersHeard, type Session, withSession } from "./engine.ts";
import type { SqlRequest, Statement } from "./request.ts";

/** A result as Neon's proxy sends it: rows of texts and nulls, with the types to read them by. */
interface SqlResult {
  command: string;
  rowCount: number | null;
  rows: (string | null)[][];
  fields: QueryArrayResult["fields"];
  rowAsArray: true;
}

/**
 * Runs a single statement by itself or a batch as one transaction.
 * @throws DatabaseError what Postgres refused, after which nothing of a batch remains
 */
export function run(
  engine: Engine,
  request: SqlRequest,
  signal: AbortSignal,
): Promise<SqlResult | { results: SqlResult[] }> {
  return withSession(engine, request.login, signal, async (session) => {
    const { begin, statements } = request;
    if (begin === null) return execute(session, statements[0] as Statement);
    const results: SqlResult[] = [];
    await session.client.query(begin);
    for (const statement of statements) {
      results.push(await execute(session, statement));
      await othersHeard();
      signal.throwIfAborted();
    }
    await session.client.query("commit");
    return { results };
  });
}

async function execute(session: Session, { query, params }: Statement): Promise<SqlResult> {
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
