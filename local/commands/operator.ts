import { type DatabaseAddress, openTransactions } from "#functions/kernel/database/database.ts";
import { type Answers, nameResults, type Transaction } from "#functions/kernel/database/named-results.ts";
import type { Query, Row } from "#functions/kernel/database/sql.ts";
import { openClient } from "#local/neon/client.ts";

/** Runs queries in one transaction on a PostgreSQL server. If one fails, its connection ends and nothing is changed. */
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
 * Opens transactions for an operator's command, as the role of the address: the database's owner, or `backup`. They run
 * on a PostgreSQL server or, with a `fetchEndpoint`, through SQL over HTTP.
 */
export function openOperatorTransactions(address: DatabaseAddress): Transaction {
  // The calls of one `openTransactions` share its time limit, so each transaction opens its own.
  if (address.fetchEndpoint) return (statements) => openTransactions({ ...address, timeoutMs })(statements);
  return nameResults((queries) => runOnPostgres(address.databaseUrl, queries));
}
