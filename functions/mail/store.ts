import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { columnParser, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import { daySeconds } from "#functions/kernel/durations.ts";
import { type Alert, clearAlertsQuery, raiseAlertQuery } from "./alerts.ts";
import { type NewMail, type OutgoingMail, type PasskeyChange, storedMail } from "./outgoing-mail.ts";

/**
 * Returns the statement that adds a mail to the outbox if the condition holds. It belongs to the transaction that the
 * mail is about.
 */
export function mailQuery({ kind, payload }: NewMail, condition: Query = sql`true`): Query {
  const expiresAt = "expires_at" in payload ? payload.expires_at : null;
  return sql`
    insert into outgoing_mails (id, kind, payload, give_up_at)
    select ${crypto.randomUUID()}::uuid, ${kind}, ${JSON.stringify(payload)}::jsonb,
      least(${expiresAt}::timestamptz, now() + interval '24 hours')
    where ${condition}`;
}

/** Returns the statement that adds a mail to the outbox for every `payload` that `payloads` selects. */
export function mailsQuery(kind: NewMail["kind"], payloads: Query): Query {
  return sql`
    insert into outgoing_mails (id, kind, payload, give_up_at)
    select gen_random_uuid(), ${kind}, payload, now() + interval '24 hours' from (${payloads}) payloads`;
}

/** A mail that cannot be composed, because its payload has another shape than its kind. */
type UnreadableMail = { id: string; kind: string; fault: Error };

const toLeased = rowParser(
  v.object({
    ...{ id: v.string(), kind: v.string(), created_at: v.date() },
    submission_id: v.nullable(v.string()),
  }),
);
const toStoredMail = rowParser(storedMail);

/** Returns a leased mail, or its fault, so that an unreadable mail does not delay the others of the lease. */
function readLeased(row: Row): OutgoingMail | UnreadableMail {
  const { id, kind, created_at: createdAt, submission_id: conversationId } = toLeased(row);
  try {
    return { id, createdAt, conversationId, ...toStoredMail(row) };
  } catch (cause) {
    return { id, kind, fault: new TypeError(`A mail of kind ${kind} waits in another shape`, { cause }) };
  }
}

const toHeldBack = columnParser("class", v.string());
const toAbandonedMail = rowParser(v.object({ id: v.string(), kind: v.string(), attempts: v.number() }));

/** The classes that share the daily quota. */
type MailClass =
  | "alert"
  | "security"
  | "administration"
  | "recovery"
  | "answer"
  | "notice"
  | "digest"
  | "account"
  | "confirmation"
  | "acknowledgement"
  | "canary";

// `security` is the class of mails to administrators. `classifyQuery` moves those to other users to `account`, and those
// about rules and administrators, which go to several recipients, to `administration`.
const classOf: Record<OutgoingMail["kind"], MailClass> = {
  delivery_alert: "alert",
  // Any visitor who knows an address can cause these.
  recover: "recovery",
  administrator_invited: "administration",
  email_changed: "security",
  password_changed: "security",
  passkeys_changed: "security",
  account_deleted: "security",
  answer: "answer",
  contact_notice: "notice",
  reply_notice: "notice",
  erasure_notice: "notice",
  notice_digest: "digest",
  // Any visitor can have these sent to any address.
  confirm_sign_up: "confirmation",
  account_exists: "confirmation",
  confirm_email_change: "confirmation",
  contact_acknowledgement: "acknowledgement",
  message_erased: "acknowledgement",
  canary: "canary",
};

// The part of the daily quota that only this class may use, most urgent class first. All classes share the rest.
const reserves: [MailClass, part: number][] = [
  ["alert", 0.05],
  ["security", 0.15],
  ["administration", 0.05],
  ["recovery", 0.05],
  ["answer", 0.05],
  ["notice", 0.15],
  ["digest", 0.1],
  ["account", 0.05],
  ["confirmation", 0.05],
  ["acknowledgement", 0.05],
];
const canariesPerDay = 24;

/** Returns the mail classes, most urgent first, with the number of mails a day that each reserves for itself. */
const listReserves = ({ quota, hasCanary }: Lease) => [
  ...reserves.map(([name, part]) => ({ class: name, reserve: Math.floor(quota * part) })),
  { class: "canary", reserve: hasCanary ? Math.min(canariesPerDay, Math.floor(quota / 4)) : 0 },
];

/** The settings of a lease. */
export type Lease = {
  /** The number of mails that the provider sends in 24 hours. */
  quota: number;
  /** Whether the synthetic message sends a mail every hour. */
  hasCanary: boolean;
  /** Whether the provider also receives mails, which use the quota, too. */
  isReceiving: boolean;
  /** The mailbox that gets alerts; null for the administrators. */
  alertTo: string | null;
  /** The company's addresses. The domain of the first is the company's, unless it is a public provider's. */
  companyAddresses: string[];
};

const administrativeChanges: PasskeyChange[] = ["rule_begun", "rule_ended", "administrator_invited"];

/** Returns the statement that gives every new mail its class. */
function classifyQuery(): Query {
  const kindClass = sql`(${JSON.stringify(classOf)}::jsonb ->> outgoing_mails.kind)`;
  return sql`
    update outgoing_mails
    set class = case
      when payload ->> 'change' = any(${administrativeChanges}::text[]) then 'administration'
      when ${kindClass} = 'security' and not exists (
        select from administrators_addresses() address
        where lower(address) in (lower(payload ->> 'to'), lower(payload ->> 'new_email'))
      ) then 'account'
      else ${kindClass}
    end
    where class is null and sent_at is null and given_up_at is null`;
}

/**
 * Returns the statement that merges the waiting notices into one mail if the quota has no room for them, so a flood of
 * messages never hides the next message. The pause between two digests of a day doubles, so they fit into their reserve.
 */
function digestQuery(lease: Lease, isDue: Query): Query {
  const maxDigests = Math.floor(lease.quota * (reserves.find(([name]) => name === "digest")?.[1] ?? 0));
  const shortestPause = sql`interval '1 second' * ${Math.max(300, daySeconds / 2 ** (maxDigests - 1))}::float8`;
  return sql`
    with digests as (
      select count(*) as number, max(created_at) as last_at from outgoing_mails
      where class = 'digest' and created_at > now() - interval '24 hours'
    ), merged as (
      update outgoing_mails set given_up_at = now(), payload = null
      where ${isDue} and kind = 'contact_notice' and class = 'notice'
        and 'notice' in (select class from (${grantsQuery(lease, isDue)}) grants where granted = 0)
        and exists (
          select from digests
          where number < ${maxDigests}::integer
            and (number = 0 or last_at < now() - ${shortestPause} * 2 ^ (number - 1))
        )
      returning id
    )
    insert into outgoing_mails (id, kind, class, payload, give_up_at)
    select gen_random_uuid(), 'notice_digest', 'digest', jsonb_build_object('messages', count(*)), now() + interval '3 days'
    from merged having count(*) > 0`;
}

/**
 * Selects the `due` mails of each class, the number that may leave now (`granted`, at most five), and the number for
 * which the quota has `room`. A class uses first its `reserve`, then by priority the part that all classes share.
 */
function grantsQuery(lease: Lease, isDue: Query): Query {
  const classes = listReserves(lease).map((reserve, priority) => ({ ...reserve, priority }));
  // A mail uses the quota if it was sent or is being sent.
  const isSpent = sql`(
    sent_at > now() - interval '24 hours'
    or sent_at is null and given_up_at is null and attempts > 0
      and next_attempt_at between now() and now() + interval '30 seconds'
  )`;
  // A mail to several conversations has a row for each of them, and one with the provider's own id.
  const received = sql`(
    select count(*)::integer from received_mails
    where ${lease.isReceiving} and received_at > now() - interval '24 hours' and provider_id not like '% %'
  )`;
  return sql`
    select class, due, reserve, least(5, due, room)::integer as granted, room
    from (
      select class, due, reserve, unspent + greatest(0,
        common - coalesce(sum(greatest(0, due - unspent)) over (order by priority rows between unbounded preceding and 1 preceding), 0)
      ) as room
      from (
        select class, priority, reserve, due, greatest(0, reserve - spent) as unspent,
          ${lease.quota}::integer - ${received} - sum(spent) over () - sum(greatest(0, reserve - spent)) over () as common
        from (
          select class, priority, reserve,
            (select count(*)::integer from outgoing_mails where ${isSpent} and outgoing_mails.class = classes.class) as spent,
            (select count(*)::integer from outgoing_mails where ${isDue} and outgoing_mails.class = classes.class) as due
          from jsonb_to_recordset(${JSON.stringify(classes)}::jsonb)
            as classes (class text, reserve integer, priority integer)
        ) budgets
      ) shares
    ) rooms`;
}

/**
 * Leases up to five due mails of each class, so that no other run attempts them. A mail that is not marked as sent is
 * due again after 20 s, 40 s, 80 s …, at most an hour. An unreadable mail is retried too: a later release may read it.
 * Expired mails are abandoned and lose their payload. So does the acknowledgement to a mailbox of the company or of an
 * administrator (`is_own_mailbox`), which may answer automatically. Each class has a part of the `quota` of 24 hours
 * that no other class can use, so a flood of messages or sign-ups stops no other mail. Mails beyond the quota wait: an
 * alert reports waiting notices, and `heldBack` has the classes.
 */
export async function leaseDueMails(database: Database, lease: Lease) {
  const { quota, alertTo, companyAddresses } = lease;
  const isDue = sql`sent_at is null and given_up_at is null and next_attempt_at <= now()`;
  const grants = grantsQuery(lease, isDue);
  const heldBackClasses = sql`select class from (${grants}) grants where due > 0 and granted = 0`;
  const isHeldBack = sql`('notice' in (${heldBackClasses}))`;
  // A digest empties the queue while the quota stays spent, so the alert ends only with room for several notices.
  const isOver = sql`exists (select from (${grants}) grants where class = 'notice' and due = 0 and room >= reserve / 2.0)`;
  const { abandoned, dueRows, heldBackRows } = await database.run("mail", {
    // Runs take turns here, so that every run sees the leases of the others.
    turn: sql`select pg_advisory_xact_lock(hashtext('mails are leased'))`,
    abandoned: sql`
      update outgoing_mails set given_up_at = now(), payload = null
      where sent_at is null and given_up_at is null and give_up_at <= now()
      returning id, kind, attempts`,
    withheld: sql`
      update outgoing_mails set given_up_at = now(), payload = null
      where ${isDue} and kind = 'contact_acknowledgement'
        and is_own_mailbox(payload ->> 'to', ${companyAddresses}::text[])`,
    classified: classifyQuery(),
    digest: digestQuery(lease, isDue),
    // The next run may merge the notices that are left after this lease.
    alert: raiseAlertQuery({ kind: "budget_spent", subject: String(quota), alertTo }, isHeldBack),
    // An array is evaluated once. With `in`, a plan may evaluate it for each row and lease more than was granted.
    dueRows: sql`
      update outgoing_mails
      set attempts = attempts + 1,
        next_attempt_at = now() + least(interval '10 seconds' * 2 ^ (least(attempts, 10) + 1), interval '1 hour')
      where id = any (array(
        select next.id from (${grants}) grants cross join lateral (
          select id from outgoing_mails where ${isDue} and outgoing_mails.class = grants.class
          order by next_attempt_at limit granted
          for update skip locked
        ) next
      ))
      returning id, kind, payload, created_at, submission_id`,
    heldBackRows: heldBackClasses,
    cleared: clearAlertsQuery("budget_spent", isOver),
  });
  const leasedMails = dueRows.map(readLeased);
  return {
    due: leasedMails.flatMap((mail) => ("fault" in mail ? [] : [mail])),
    unreadable: leasedMails.flatMap((mail) => ("fault" in mail ? [mail] : [])),
    abandoned: abandoned.map(toAbandonedMail),
    heldBack: heldBackRows.map(toHeldBack),
  };
}

/**
 * Postpones a rejected mail for a day, because the provider would reject it again until the cause is fixed. A mail
 * whose token expires earlier is abandoned then. Also raises the alert, if any.
 */
export async function postponeRefusedMail(
  database: Database,
  id: string,
  alert: Alert | null,
): Promise<void> {
  await database.run("mail", {
    postponed: sql`
      update outgoing_mails
      set refused_at = now(), next_attempt_at = now() + interval '1 day',
        give_up_at = case when payload ? 'expires_at' then give_up_at else greatest(give_up_at, now() + interval '25 hours') end
      where id = ${id} and sent_at is null and given_up_at is null`,
    alert: alert ? raiseAlertQuery(alert) : undefined,
  });
}

/** Marks a mail as sent and deletes its payload. Ends the alert that the provider rejects all mails. */
export async function markMailSent(database: Database, id: string): Promise<void> {
  await database.run("mail", {
    sent: sql`
      update outgoing_mails set sent_at = now(), given_up_at = null, refused_at = null, payload = null
      where id = ${id} and sent_at is null`,
    cleared: clearAlertsQuery("provider_refusing"),
  });
}
