import * as v from "valibot";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { findPerson } from "#local/privacy/person.ts";
import { eraseRecords } from "#local/privacy/records.ts";
import type { Row } from "./rows.ts";

/** Erasures that a later state of the database tells of, and that have to be repeated. */
export type Erasures = {
  /** Rows of privacy_events, as JSON. */
  events: string[];
  /** Accounts that their owners deleted. */
  accounts: string[];
  /** Messages that the later state still has. */
  messages: string[];
};

const deletionEvent = v.object({ kind: v.literal("account_deleted"), account_id: v.string() });
const messageRow = v.object({ id: v.string() });

/**
 * Collects the erasures that a restore repeats, from rows of a time after the backup: of the live database, or of a
 * newer backup. `messages` has the messages that still existed then, which no sender had erased.
 */
export function collectErasures() {
  const erasures: Erasures = { events: [], accounts: [], messages: [] };
  return {
    erasures,
    add({ table, row }: Row): void {
      if (table === "privacy_events") erasures.events.push(row);
      if (table === "contact_submissions") erasures.messages.push(v.parse(messageRow, JSON.parse(row)).id);
      if (table !== "account_events") return;
      const event = JSON.parse(row) as unknown;
      if (v.is(deletionEvent, event)) erasures.accounts.push(event.account_id);
    },
  };
}

const toEmail = columnParser("email", v.string());

/**
 * Repeats in a restored database the erasures made after the backup, whose records have only a hash of the address. An
 * operator erased all data of a person. A sender erased messages, but none that the later state still has (`messages`).
 * @returns the number of people that the operator erased, and of deleted messages and accounts
 */
export async function eraseAgain(address: DatabaseAddress, { events, accounts, messages }: Erasures) {
  const run = openOperatorTransactions(address);
  const { addedEvents } = await run({
    addedEvents: sql`
      insert into privacy_events
      select * from jsonb_populate_recordset(null::privacy_events, ${`[${events.join(",")}]`}::jsonb)
      on conflict do nothing
      returning id`,
  });
  const ids = addedEvents.map((row) => v.parse(messageRow, row).id);
  const { emails, deletedMessages, deletedAccounts } = await run({
    deletedMessages: sql`
      delete from contact_submissions
      where sender_key(email) = any (array(
          select person from privacy_events where id = any (${ids}::uuid[]) and kind = 'erased' and asked_by = 'sender'
        ))
        and id <> all (${messages}::uuid[])
      returning id`,
    deletedAccounts: sql`delete from accounts where id = any (${accounts}::uuid[]) returning id`,
    emails: sql`
      select distinct lower(email) as email
      from (
        select email::text from accounts
        union all select email::text from contact_submissions
        union all select subject from mail_alerts
      ) addresses
      where sender_key(email) = any (array(
        select person from privacy_events where id = any (${ids}::uuid[]) and kind = 'erased' and asked_by = 'operator'
      ))`,
    senders: sql`
      delete from known_senders where sender = any (array(
        select person from privacy_events where id = any (${ids}::uuid[]) and kind = 'erased' and asked_by = 'operator'
      ))`,
  });
  for (const row of emails) {
    const email = toEmail(row);
    // Only an account without the administrator role can be erased.
    await run({
      role: sql`update profiles set role = 'user' where user_id = (select id from accounts where email = ${email}) and role <> 'user'`,
    });
    await eraseRecords(address, await findPerson(address, email));
  }
  return { people: emails.length, messages: deletedMessages.length, accounts: deletedAccounts.length };
}
