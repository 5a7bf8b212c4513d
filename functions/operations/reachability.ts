import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";

const toOldest = rowParser(v.object({ due_since: v.nullable(v.date()) }));

/**
 * Since when the oldest mail waits that could have been sent by now, or is tried again within the hour; null when none does. One that the
 * provider has refused waits for a day, and an alert tells of it.
 * @throws Refusal unavailable
 */
export async function findOldestDueMail(database: Database): Promise<Date | null> {
  const { oldest } = await database.run(
    { service: "mail" },
    {
      oldest: sql`
      select min(created_at) as due_since from outgoing_mails
      where sent_at is null and given_up_at is null and next_attempt_at <= now() + interval '1 hour'`,
    },
  );
  return firstRow(oldest, toOldest)?.due_since ?? null;
}
