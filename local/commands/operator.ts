import { type DatabaseAddress, openTransactions } from "#functions/kernel/database/database.ts";
import { type Answers, nameResults, type Transaction } from "#functions/kernel/database/named-results.ts";
import type { Query, Row } from "#functions/kernel/database/sql.ts";
import { openClient } from "#local/neon/client.ts";

async function runOnPostgres(databaseUrl: string, queries: Query[]): Promise<Answers> {
  const client = await openClient(databaseUrl);
  try {
    await client.query("begin");
    const answers = new Map<Query, Row[]>();
    for (const query of queries) answers.set(query, (await client.query(query.text, query.values)).rows);
    await client.query("commit");
    return answers;
  } finally {
    await client.end();
  }
}

// An operator waits longer for the database than a visitor would.
const timeoutMs = 30_000;

/**
 * Opens transactions with the rights of the database's owner, on a Postgres server or, with a `fetchEndpoint`, through
 * its SQL over HTTP.
 */
export function openOperatorTransactions(address: DatabaseAddress): Transaction {
  if (address.fetchEndpoint)
    return (statements) => openTransactions({ ...address, timeout: timeoutMs })(statements);
  return nameResults((queries) => runOnPostgres(address.databaseUrl, queries));
}
