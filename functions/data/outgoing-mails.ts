import * as v from "valibot";
import type { AccountMail, OutgoingMail } from "#functions/outgoing-mail.ts";
import type { Database } from "./database.ts";
import { rowParser } from "./rows.ts";
import { type Query, sql } from "./sql.ts";

/** The statement that leaves a mail to be sent, where the condition holds: a part of the transaction it tells about. */
export function mailQuery({ kind, payload }: AccountMail, condition: Query = sql`true`): Query {
  const expiresAt = "expires_at" in payload ? payload.expires_at : null;
  return sql`
    insert into outgoing_mails (id, kind, payload, give_up_at)
    select ${crypto.randomUUID()}::uuid, ${kind}, ${JSON.stringify(payload)}::jsonb,
      least(${expiresAt}::timestamptz, now() + interval '24 hours')
    where ${condition}`;
}

/** The same for what is known to the database only: `payloads` selects one `payload` for each mail. */
export function mailsQuery(kind: AccountMail["kind"], payloads: Query): Query {
  return sql`
    insert into outgoing_mails (id, kind, payload, give_up_at)
    select gen_random_uuid(), ${kind}, payload, now() + interval '24 hours' from (${payloads}) payloads`;
}

/** A mail that was given up. */
export type AbandonedMail = { id: string; kind: string; attempts: number };

const toOutgoingMail = rowParser(
  v.pipe(
    v.object({
      id: v.string(),
      kind: v.string(),
      payload: v.record(v.string(), v.unknown()),
      created_at: v.date(),
    }),
    // A payload comes back as `mailQuery` has stored it with its kind.
    v.transform(({ created_at: createdAt, ...row }) => ({ createdAt, ...row }) as OutgoingMail),
  ),
);

const toAbandonedMail = rowParser(v.object({ id: v.string(), kind: v.string(), attempts: v.number() }));

/**
 * Leases up to five mails that are due, so that no other run attempts them; one that is not marked as sent is due again
 * after 20 s, 40 s, 80 s … and at most an hour. Mails that would come too late are given up, and emptied.
 */
export async function leaseDueMails(
  database: Database,
): Promise<{ due: OutgoingMail[]; abandoned: AbandonedMail[] }> {
  const { abandoned, due } = await database.run(
    { service: "mail" },
    {
      abandoned: sql`
      update outgoing_mails set given_up_at = now(), payload = null
      where sent_at is null and given_up_at is null and give_up_at <= now()
      returning id, kind, attempts`,
      due: sql`
      update outgoing_mails
      set attempts = attempts + 1,
        next_attempt_at = now() + least(interval '10 seconds' * 2 ^ (least(attempts, 10) + 1), interval '1 hour')
      where id in (
        select id from outgoing_mails
        where sent_at is null and given_up_at is null and next_attempt_at <= now()
        order by next_attempt_at limit 5
        for update skip locked
      )
      returning id, kind, payload, created_at`,
    },
  );
  return { due: due.map(toOutgoingMail), abandoned: abandoned.map(toAbandonedMail) };
}

/** Remembers that the provider has a mail, and forgets what was in it. */
export async function markMailSent(database: Database, id: string): Promise<void> {
  await database.run(
    { service: "mail" },
    {
      sent: sql`
      update outgoing_mails set sent_at = now(), given_up_at = null, payload = null
      where id = ${id} and sent_at is null`,
    },
  );
}
