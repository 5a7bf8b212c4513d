import { type DatabaseAddress, openTransactions, type Query, type Row } from "#functions/data/database.ts";
import { openClient } from "#local/neon/client.ts";

/** Runs statements as one transaction with the rights of the database's owner. */
export type Operator = (queries: Query[]) => Promise<Row[][]>;

async function overPostgres(databaseUrl: string, queries: Query[]): Promise<Row[][]> {
  const client = await openClient(databaseUrl);
  try {
    await client.query("begin");
    const results: Row[][] = [];
    for (const { text, values } of queries) results.push((await client.query(text, values)).rows);
    await client.query("commit");
    return results;
  } finally {
    await client.end();
  }
}

// An operator waits longer for the database than a visitor would.
const timeout = 30_000;

/** Works on a Postgres server, or, where a `fetchEndpoint` is given, through its SQL over HTTP. */
export function operate(address: DatabaseAddress): Operator {
  if (address.fetchEndpoint) return (queries) => openTransactions({ ...address, timeout })(queries);
  return (queries) => overPostgres(address.databaseUrl, queries);
}
