import * as v from "valibot";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { findPerson } from "#local/privacy/person.ts";
import { eraseRecords } from "#local/privacy/records.ts";
import { type LaterState, selectLater } from "./later-state.ts";
import { revokeAgain } from "./revocations.ts";
import { credentialTables } from "./tables.ts";

/**
 * Repeats erasures and revocations in a restored database of an earlier time, according to a later state. Deletes
 * sessions, codes, tokens and waiting mails, which a Neon branch still has, unlike a backup. Returns the counts.
 */
export async function replay(address: DatabaseAddress, later: LaterState) {
  const deletions = credentialTables.map((table): Query => ({ text: `delete from ${table}`, values: [] }));
  await openOperatorTransactions(address)({ deletions });
  const erasedCounts = await eraseAgain(address, later);
  return { erasedCounts, revokedCounts: await revokeAgain(address, later) };
}

const toId = columnParser("id", v.string());
const toEmail = columnParser("email", v.string());

/**
 * Repeats in a restored database the erasures made after the backup, whose records have only a hash of the address. An
 * operator erased all data of a person. A sender erased messages, but none that the later state still has. A message that
 * was joined to another conversation is an entry there, with its id.
 * @returns the number of people that the operator erased, and of deleted messages and accounts
 */
async function eraseAgain(address: DatabaseAddress, later: LaterState) {
  const run = openOperatorTransactions(address);
  const { addedEvents } = await run({
    addedEvents: sql`
      insert into privacy_events select * from ${selectLater("privacy_events", later)}
      on conflict do nothing
      returning id`,
  });
  const ids = addedEvents.map(toId);
  const listErasedBy = (requester: "operator" | "sender") => sql`
    array(
      select person from privacy_events
      where id = any (${ids}::uuid[]) and kind = 'erased' and asked_by = ${requester}
    )`;
  const { emails, deletedMessages, deletedAccounts } = await run({
    deletedMessages: sql`
      delete from contact_submissions
      where person_key(email) = any (${listErasedBy("sender")})
        and id not in (select id from ${selectLater("contact_submissions", later)})
        and id not in (select id from ${selectLater("conversation_entries", later)})
      returning id`,
    deletedAccounts: sql`
      delete from accounts
      where id in (select account_id from ${selectLater("account_events", later)} where kind = 'account_deleted')
      returning id`,
    emails: sql`
      select distinct lower(email) as email
      from (
        select email::text from accounts
        union all select email::text from contact_submissions
        union all select subject from mail_alerts
      ) addresses
      where person_key(email) = any (${listErasedBy("operator")})`,
    // The verdict belongs to the mailbox, the erasure to an address that may have a tag.
    senders: sql`
      delete from known_senders
      where sender in (select sender from privacy_events where id = any (${ids}::uuid[]) and kind = 'erased')`,
  });
  for (const email of emails.map(toEmail)) {
    // Only an account without the administrator role can be erased.
    await run({
      role: sql`update profiles set role = 'user' where user_id = (select id from accounts where email = ${email}) and role <> 'user'`,
    });
    await eraseRecords(address, await findPerson(address, email));
  }
  return { people: emails.length, messages: deletedMessages.length, accounts: deletedAccounts.length };
}
