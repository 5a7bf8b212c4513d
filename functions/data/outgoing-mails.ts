import * as v from "valibot";
import { type AccountMail, type OutgoingMail, storedMail } from "#functions/outgoing-mail.ts";
import type { Database } from "./database.ts";
import { type Alert, clearAlertsQuery, raiseAlertQuery } from "./mail-alerts.ts";
import { rowParser } from "./rows.ts";
import { type Query, type Row, sql } from "./sql.ts";

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

/** A mail that no message can be made of: what it carries has another shape than its kind has. */
export type UnreadableMail = { id: string; kind: string; fault: Error };

const toLeased = rowParser(v.object({ id: v.string(), kind: v.string(), created_at: v.date() }));
const toStoredMail = rowParser(storedMail);

// It must not hold up the others that are leased with it.
function readLeased(row: Row): OutgoingMail | UnreadableMail {
  const { id, kind, created_at: createdAt } = toLeased(row);
  try {
    return { id, createdAt, ...toStoredMail(row) };
  } catch (cause) {
    return { id, kind, fault: new TypeError(`A mail of kind ${kind} waits in another shape`, { cause }) };
  }
}

const toAbandonedMail = rowParser(v.object({ id: v.string(), kind: v.string(), attempts: v.number() }));

/**
 * Leases up to five mails that are due about accounts and as many about messages, so that no other run attempts them; one that is not marked as sent is due again
 * after 20 s, 40 s, 80 s … and at most an hour. So is one that is unreadable: a release that knows its shape may come.
 * Mails that would come too late are given up, and emptied; so is the acknowledgement of a message that was sent from an address of the
 * company's `own` or of an administrator, which may answer by itself. Of mails about messages `budget` leave within 24 hours, a quarter of them
 * to senders at most; the others wait, and an alert says so (`tell`: whom). Of mails about sign-ups half as many leave. Whatever comes in by
 * the form and whoever signs up, the provider's quota is left for those who have an account.
 */
export async function leaseDueMails(
  database: Database,
  { budget, tell, own }: { budget: number; tell: string | null; own: string[] },
): Promise<{ due: OutgoingMail[]; unreadable: UnreadableMail[]; abandoned: AbandonedMail[] }> {
  // Sent, or at the provider just now.
  const spent = (kinds: Query) => sql`(
    select count(*)::integer from outgoing_mails
    where ${kinds} and (
      (sent_at is not null and coalesce(sent_at, given_up_at) > now() - interval '24 hours')
      or (sent_at is null and given_up_at is null and attempts > 0
        and next_attempt_at between now() and now() + interval '30 seconds')
    )
  )`;
  const left = sql`greatest(0, ${budget}::integer - ${spent(sql`is_about_a_message(kind)`)})`;
  // Anyone can have these sent to any address. The rest is for mails to those who have an account.
  const ofSignUps = sql`kind in ('confirm_sign_up', 'account_exists')`;
  const leftForSignUps = sql`greatest(0, ${Math.ceil(budget / 2)}::integer - ${spent(ofSignUps)})`;
  const isDue = sql`sent_at is null and given_up_at is null and next_attempt_at <= now()`;
  const isNotice = sql`kind in ('contact_notice', 'erasure_notice')`;
  const isAnswer = sql`is_about_a_message(kind) and not ${isNotice}`;
  const dueNotices = sql`(select count(*)::integer from outgoing_mails where ${isNotice} and ${isDue})`;
  // A quarter at most, and none that a notice waits for.
  const leftForAnswers = sql`greatest(0, least(
    ${left} - ${dueNotices}, ${Math.ceil(budget / 4)}::integer - ${spent(isAnswer)}
  ))`;
  const isHeldBack = sql`(${left} = 0 and ${dueNotices} > 0)`;
  const isNext = (kinds: Query, many: Query) => sql`id in (
    select id from outgoing_mails where ${isDue} and ${kinds}
    order by next_attempt_at limit least(5, ${many})
    for update skip locked
  )`;
  const { abandoned, due } = await database.run(
    { service: "mail" },
    {
      // One run after the other, so that each knows what the others have taken.
      turn: sql`select pg_advisory_xact_lock(hashtext('mails are leased'))`,
      abandoned: sql`
      update outgoing_mails set given_up_at = now(), payload = null
      where sent_at is null and given_up_at is null and give_up_at <= now()
      returning id, kind, attempts`,
      withheld: sql`
      update outgoing_mails set given_up_at = now(), payload = null
      where ${isDue} and kind = 'contact_acknowledgement' and (
        lower(payload ->> 'to') = any(${own}::text[])
        or lower(payload ->> 'to') in (select lower(address) from administrators_addresses() administrators (address))
      )`,
      due: sql`
      update outgoing_mails
      set attempts = attempts + 1,
        next_attempt_at = now() + least(interval '10 seconds' * 2 ^ (least(attempts, 10) + 1), interval '1 hour')
      where ${isNext(sql`not is_about_a_message(kind) and not ${ofSignUps}`, sql`5`)}
        or ${isNext(ofSignUps, leftForSignUps)}
        or ${isNext(isNotice, left)}
        or ${isNext(isAnswer, leftForAnswers)}
      returning id, kind, payload, created_at`,
      alert: raiseAlertQuery({ kind: "budget_spent", subject: String(budget), tell }, isHeldBack),
      cleared: clearAlertsQuery("budget_spent", sql`not ${isHeldBack}`),
    },
  );
  const leased = due.map(readLeased);
  return {
    due: leased.flatMap((mail) => ("fault" in mail ? [] : [mail])),
    unreadable: leased.flatMap((mail) => ("fault" in mail ? [mail] : [])),
    abandoned: abandoned.map(toAbandonedMail),
  };
}

/**
 * Puts a mail off for a day that the provider has refused: it would do so again, but for what was mended since. One whose token expires
 * before is given up then.
 */
export async function postponeRefusedMail(
  database: Database,
  id: string,
  alert: Alert | null,
): Promise<void> {
  await database.run(
    { service: "mail" },
    {
      postponed: sql`
      update outgoing_mails
      set next_attempt_at = now() + interval '1 day',
        give_up_at = case when payload ? 'expires_at' then give_up_at else greatest(give_up_at, now() + interval '25 hours') end
      where id = ${id} and sent_at is null and given_up_at is null`,
      alert: alert ? raiseAlertQuery(alert) : undefined,
    },
  );
}

/** Remembers that the provider has a mail, and forgets what was in it. */
export async function markMailSent(database: Database, id: string): Promise<void> {
  await database.run(
    { service: "mail" },
    {
      sent: sql`
      update outgoing_mails set sent_at = now(), given_up_at = null, payload = null
      where id = ${id} and sent_at is null`,
      cleared: clearAlertsQuery("provider_refusing"),
    },
  );
}
