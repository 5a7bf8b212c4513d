import type pg from "pg";

/**
 * Returns the number of transactions of the client's database that wait for a lock, without those of `ignoredRole`.
 * A transaction keeps its first list of connections, which lacks those that the edge opens later.
 */
export async function countWaiting(
  client: pg.Client,
  ignoredRole: string | null = null,
): Promise<number | null> {
  await client.query("select pg_stat_clear_snapshot()");
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and usename is distinct from $1`,
    [ignoredRole],
  );
  return rowCount;
}
