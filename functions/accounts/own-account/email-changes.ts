import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { eventsQuery } from "#functions/accounts/events.ts";
import { limitMailsToNewAddress } from "#functions/accounts/limits/attempts.ts";
import { chargeQueries, hasPassed } from "#functions/accounts/limits/store.ts";
import {
  dropTokensQuery,
  isStored,
  type NewOneTimeToken,
  storeTokenQuery,
} from "#functions/accounts/sign-up/one-time-tokens.ts";
import { chargeMailCall, type MailCall } from "#functions/accounts/sign-up/store.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { mailQuery, mailsQuery } from "#functions/mail/index.ts";

const toHalf = rowParser(
  v.object({
    account_id: v.string(),
    email: v.string(),
    new_email: v.string(),
    half: v.picklist(["current", "new"]),
    language: v.picklist(languages),
  }),
);

/**
 * Mails the latest change of an account's address again, to those of its current address (`call.email`) and new address
 * that have not confirmed it. Each confirmation is a `half` of the change.
 * @throws TooManyAttempts
 */
export async function resendEmailChange(
  call: MailCall,
  createToken: (email: string) => Promise<NewOneTimeToken>,
): Promise<void> {
  const { pendingHalves } = await chargeMailCall(call)({
    pendingHalves: sql`
      select distinct on (half) account_id, tokens.email, new_email, half, language
      from one_time_tokens tokens join accounts on accounts.id = account_id
      where accounts.email = ${call.email} and purpose = 'email_change' and expires_at > now()
        and ${hasPassed(call.mailAttempt)}
        and new_email = (
          select new_email from one_time_tokens
          where account_id = accounts.id and purpose = 'email_change' and half = 'current'
          order by created_at desc limit 1
        )
        and not exists (
          select from one_time_tokens done
          where done.account_id = accounts.id and done.new_email = tokens.new_email and done.half = tokens.half
            and done.spent_at is not null
        )
      order by half desc, tokens.created_at desc`,
  });
  const resendQueries = await Promise.all(
    pendingHalves.map(toHalf).map(async ({ account_id, email, new_email: newEmail, half, language }) => {
      const token = await createToken(email);
      const payload = { to: email, language, ...token.mailPayload, half, new_email: newEmail };
      // The current address was charged with the call. The new one comes first, because limits are locked before accounts.
      const limits = half === "new" ? await limitMailsToNewAddress(newEmail) : [];
      const attempt = { id: call.mailAttempt.id, limits };
      return [
        ...chargeQueries(attempt),
        storeTokenQuery(token, sql`id = ${account_id} and ${hasPassed(attempt)}`, {
          change: { newEmail, half },
        }),
        mailQuery({ kind: "confirm_email_change", payload }, isStored(token)),
      ];
    }),
  );
  if (resendQueries.length > 0) await call.database.run("auth", { resend: resendQueries.flat() });
}

/**
 * Returns the SQL `from` clause of a change of address that the call completes; `sessionId` marks the half that it has
 * just spent. The clause joins the other half, if that is spent, too. No account gets the confirmed address of another.
 */
const completedChangeQuery = (sessionId: string): Query => sql`
  from one_time_tokens spent join one_time_tokens other on other.account_id = spent.account_id
  where spent.attempt_id = ${sessionId}::uuid and spent.spent_at is not null and spent.purpose = 'email_change'
    and other.spent_at is not null and other.expires_at > now() and other.purpose = 'email_change'
    and other.new_email = spent.new_email and other.half <> spent.half
    and not exists (
      select from accounts owner where owner.email = spent.new_email and owner.email_confirmed_at is not null
    )`;

/**
 * Returns a SQL condition that is true once an account has the new address of the token just spent, so the change is
 * complete. `sessionId` is the session that then starts, with which that token is marked.
 */
export const isEmailChanged = (sessionId: string): Query => sql`exists (
  select from one_time_tokens spent join accounts on accounts.id = spent.account_id
  where spent.attempt_id = ${sessionId}::uuid and spent.spent_at is not null and accounts.email = spent.new_email
)`;

/**
 * Returns the statements that change an account's address if the token just spent completes its confirmation by both
 * addresses. They also notify the old address, write an audit event, and delete the account's other mailed tokens.
 * @param sessionId the id of the session to start, which also marks the spent token
 */
export function changeEmailQueries(client: Client, sessionId: string): Query[] {
  return [
    mailsQuery(
      "email_changed",
      sql`
        select jsonb_build_object('to', email, 'language', language, 'new_email', new_email) as payload
        from accounts join (select distinct spent.account_id, spent.new_email ${completedChangeQuery(sessionId)}) done
          on done.account_id = accounts.id`,
    ),
    // An account that signed up with the new address and never confirmed it does not own it.
    sql`
      delete from accounts
      where email_confirmed_at is null and email in (select spent.new_email ${completedChangeQuery(sessionId)})`,
    sql`
      update accounts set email = done.new_email, updated_at = now()
      from (select distinct spent.account_id, spent.new_email ${completedChangeQuery(sessionId)}) done
      where accounts.id = done.account_id`,
    eventsQuery(
      client,
      "email_changed",
      sql`
        select account_id, ${sessionId}::uuid as session_id
        from one_time_tokens where attempt_id = ${sessionId}::uuid and half is not null and ${isEmailChanged(sessionId)}
        limit 1`,
    ),
    dropTokensQuery(sql`
      attempt_id is distinct from ${sessionId}::uuid and ${isEmailChanged(sessionId)}
      and account_id = (select account_id from one_time_tokens where attempt_id = ${sessionId}::uuid limit 1)`),
  ];
}
