import * as v from "valibot";
import type { MailAlert } from "#functions/contract/answers.schema.ts";
import { toAddress } from "#functions/contract/email.ts";
import { type MailAlertKind, mailAlertKinds, mailedAlertKinds } from "#functions/contract/mail-alert.ts";
import {
  acceptQuery,
  isAcceptedNow,
  type SignedRequest,
} from "#functions/kernel/database/accepted-requests.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { instant, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

/** A fault in delivery. `alertTo` is the mailbox that gets the alert; null for the administrators' addresses. */
export type Alert = { kind: MailAlertKind; subject: string; alertTo: string | null };

const isMailed = (kind: MailAlertKind) => mailedAlertKinds.some((mailedKind) => mailedKind === kind);

/**
 * Returns the statement that raises an alert, or counts it again, if the condition holds. A new alert of a mailed kind
 * goes to `alertTo` or, if that is null or the alert's subject, to the other administrators. Each run finds a spent
 * quota anew, so it is counted once.
 */
export function raiseAlertQuery({ kind, subject, alertTo }: Alert, condition: Query = sql`true`): Query {
  const isOtherAddress = alertTo !== null && toAddress(alertTo) !== subject;
  const recipients = isOtherAddress ? sql`select ${alertTo}::text` : sql`select administrators_addresses()`;
  return sql`
    with raised as (
      insert into mail_alerts (id, kind, subject)
      select ${crypto.randomUUID()}::uuid, ${kind}, ${subject} where ${condition}
      on conflict on constraint mail_alerts_once do update set
        occurrences = mail_alerts.occurrences + (excluded.kind <> 'budget_spent')::integer, last_at = now()
      returning first_at = now() as is_new
    )
    insert into outgoing_mails (id, kind, payload)
    select gen_random_uuid(), 'delivery_alert',
      jsonb_build_object('to', address, 'alert', ${kind}::text, 'subject', ${subject}::text)
    from (${recipients}) recipients (address)
    where ${isMailed(kind)} and lower(address) <> ${subject} and exists (select from raised where is_new)`;
}

/** Returns the statement that ends the alerts of a kind if the condition holds. */
export const clearAlertsQuery = (kind: MailAlertKind, condition: Query = sql`true`): Query =>
  sql`delete from mail_alerts where kind = ${kind} and ${condition}`;

const toMailAlert = rowParser(
  v.object({
    id: v.string(),
    kind: v.picklist(mailAlertKinds),
    subject: v.string(),
    occurrences: v.number(),
    first_at: instant,
    last_at: instant,
  }),
);

/** Returns the newest 20 alerts about mails to the company, newest first. @throws Refusal unauthenticated, forbidden */
export async function listMailAlerts(authorized: Transaction): Promise<MailAlert[]> {
  const { alerts } = await authorized({
    alerts: sql`
      select id, kind, subject, occurrences, first_at, last_at from mail_alerts
      order by first_at desc, id limit 20`,
  });
  return alerts.map(toMailAlert);
}

/** Removes an alert that an administrator has handled. @throws Refusal unauthenticated, forbidden, missing */
export async function removeMailAlert(authorized: Transaction, id: string): Promise<void> {
  const { removedAlerts } = await authorized({
    removedAlerts: sql`delete from mail_alerts where id = ${id} returning id`,
  });
  if (removedAlerts.length === 0) throw new Refusal("missing");
}

/** The outcome of an accepted mail, as the provider reports it. */
export type DeliveryEvent = "delivered" | "bounced" | "complained";

const columns = {
  delivered: sql`delivered_at`,
  bounced: sql`bounced_at`,
  complained: sql`complained_at`,
} as const;

/**
 * Records the outcome of a mail, once for each webhook. `id` is null for a mail of another site. `company` is the
 * company's address if the mail went there: its alert is raised or ended. `alertTo` is the recipient of the alert; null
 * for the administrators.
 */
export async function recordDelivery(
  database: Database,
  webhook: SignedRequest,
  { id, event }: { id: string | null; event: DeliveryEvent },
  company: { address: string; alertTo: string | null } | null,
): Promise<void> {
  const column = columns[event];
  const alert = () => {
    if (!company) return undefined;
    const { address: subject, alertTo } = company;
    // Only a mail that was sent after the alert shows that the address works again.
    if (event === "delivered") {
      return sql`
        delete from mail_alerts
        where kind = 'address_failing' and subject = ${subject} and ${isAcceptedNow(webhook)}
          and last_at < (select sent_at from outgoing_mails where id = ${id}::uuid)`;
    }
    const kind = event === "bounced" ? "address_failing" : "address_complaining";
    return raiseAlertQuery({ kind, subject, alertTo }, isAcceptedNow(webhook));
  };
  await database.run("mail", {
    accept: acceptQuery(webhook),
    noted: sql`
      update outgoing_mails set ${column} = coalesce(${column}, now())
      where id = ${id}::uuid and ${isAcceptedNow(webhook)}`,
    alert: alert(),
  });
}
