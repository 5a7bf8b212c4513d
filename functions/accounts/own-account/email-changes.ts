import { eventsQuery } from "#functions/accounts/events.ts";
import { dropTokensQuery } from "#functions/accounts/sign-up/one-time-token-store.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { mailsQuery } from "#functions/mail/index.ts";

// The half that the call has just spent, once the other one is spent too. An address with a confirmed account is never
// taken.
const completed = (sessionId: string): Query => sql`
  from one_time_tokens used join one_time_tokens other on other.account_id = used.account_id
  where used.attempt_id = ${sessionId}::uuid and used.spent_at is not null and used.purpose = 'email_change'
    and other.spent_at is not null and other.expires_at > now() and other.purpose = 'email_change'
    and other.new_email = used.new_email and other.half <> used.half
    and not exists (
      select from accounts taken where taken.email = used.new_email and taken.email_confirmed_at is not null
    )`;

/** Holds once the change that the call has spent a half of has happened. */
export const isChanged = (sessionId: string): Query => sql`exists (
  select from one_time_tokens used join accounts on accounts.id = used.account_id
  where used.attempt_id = ${sessionId}::uuid and used.spent_at is not null and accounts.email = used.new_email
)`;

/**
 * Changes the address of the account whose second half the attempt `sessionId` has just spent, mails the old address, and
 * writes it into the audit. Sessions stay; other tokens that were mailed to the old address are deleted.
 */
export function changeEmailQueries(client: Client, sessionId: string): Query[] {
  return [
    mailsQuery(
      "email_changed",
      sql`
        select jsonb_build_object('to', email, 'language', language, 'new_email', new_email) as payload
        from accounts join (select distinct used.account_id, used.new_email ${completed(sessionId)}) done
          on done.account_id = accounts.id`,
    ),
    // An account that signed up with the new address and never confirmed it does not own it.
    sql`
      delete from accounts
      where email_confirmed_at is null and email in (select used.new_email ${completed(sessionId)})`,
    sql`
      update accounts set email = done.new_email, updated_at = now()
      from (select distinct used.account_id, used.new_email ${completed(sessionId)}) done
      where accounts.id = done.account_id`,
    eventsQuery(
      client,
      "email_changed",
      sql`
        select account_id, ${sessionId}::uuid as session_id
        from one_time_tokens where attempt_id = ${sessionId}::uuid and half is not null and ${isChanged(sessionId)}
        limit 1`,
    ),
    dropTokensQuery(sql`
      attempt_id is distinct from ${sessionId}::uuid and ${isChanged(sessionId)}
      and account_id = (select account_id from one_time_tokens where attempt_id = ${sessionId}::uuid limit 1)`),
  ];
}
