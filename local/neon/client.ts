import pg from "pg";
import { unreachable } from "./unreachable.ts";

/**
 * A connection to a PostgreSQL server.
 * @throws Error with one sentence when it cannot be had
 */
export async function openClient(connectionString: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
    await client.connect();
    // A connection that breaks fails the query that waits for it, or the next one; unheard it would end the process.
    client.on("error", () => {});
    return client;
  } catch (error) {
    throw unreachable(connectionString, error);
  }
}
