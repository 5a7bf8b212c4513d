import type { Language } from "#cms/content/site.ts";
import { eventsQuery } from "#functions/accounts/events.ts";
import { chargeQueries, hasPassed, requirePassed, waitQuery } from "#functions/accounts/limits/store.ts";
import type { SignInChange } from "#functions/accounts/passkeys/store.ts";
import { unknownPasswordHash } from "#functions/accounts/passwords/passwords.ts";
import {
  isStored,
  type NewOneTimeToken,
  storeTokenQuery,
} from "#functions/accounts/sign-up/one-time-tokens.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { hasVerifiedJustNow, isAdministrator } from "#functions/kernel/database/fresh-proofs.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { mailQuery, mailsQuery } from "#functions/mail/index.ts";

export type Invitation = SignInChange & {
  email: string;
  /** The language of the mail, taken from the inviting administrator's page. */
  language: Language;
  /** A token that expires with the invitation. */
  token: NewOneTimeToken;
  authorised: Transaction;
};

/**
 * Invites the owner of an address as an administrator. The account is created if it does not exist, and gets the role
 * when the mailed token is spent. The caller must have presented a passkey or a recovery code within 15 minutes. A mail
 * notifies all administrators.
 * @throws TooManyAttempts, Refusal unauthenticated, forbidden, passkey_required, missing if the address already belongs
 * to an administrator
 */
export async function inviteAdministrator(
  database: Database,
  caller: Caller,
  { email, language, token, authorised, client, limits, attempt }: Invitation,
): Promise<void> {
  await authorised({});
  const accountId = crypto.randomUUID();
  const isPermitted = sql`${hasVerifiedJustNow(caller, limits)} and ${isAdministrator(sql`${caller.accountId}`)}`;
  const mayInvite = sql`${isPermitted} and ${hasPassed(attempt)} and not exists (
    select from accounts join profiles on user_id = accounts.id where accounts.email = ${email} and role = 'admin'
  )`;
  const {
    may: permission,
    invited: invitedAccounts,
    refusal,
  } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, isPermitted),
      may: sql`select 1 as one where ${isPermitted}`,
      account: sql`
        insert into accounts (id, email, password_hash, language)
        select ${accountId}::uuid, ${email}, ${unknownPasswordHash}, ${language} where ${mayInvite}
        on conflict (email) do nothing`,
      profile: sql`insert into profiles (user_id) select id from accounts where id = ${accountId}`,
      invited: sql`
        update accounts
        set administrator_invitation = decode(${token.tokenHash}, 'hex'), administrator_invited_by = ${caller.accountId}::uuid
        where email = ${email} and ${mayInvite}
        returning id`,
      token: storeTokenQuery(token, sql`email = ${email} and ${mayInvite}`),
      mail: mailQuery(
        { kind: "administrator_invited", payload: { to: email, language, ...token.mailPayload } },
        isStored(token),
      ),
      event: eventsQuery(
        client,
        "administrator_invited",
        sql`
          select account_id, ${caller.sessionId}::uuid as session_id
          from one_time_tokens where token_hash = decode(${token.tokenHash}, 'hex')`,
      ),
      notices: mailsQuery(
        "passkeys_changed",
        sql`
          select jsonb_build_object(
            'to', email, 'language', language, 'change', 'administrator_invited', 'at', now(), 'about', ${email}::text
          ) as payload
          from accounts join profiles on user_id = accounts.id
          where role = 'admin' and email_confirmed_at is not null and ${isStored(token)}`,
      ),
      refusal: waitQuery(attempt),
    },
  );
  if (permission.length === 0) throw new Refusal("passkey_required");
  requirePassed(refusal);
  if (invitedAccounts.length === 0) throw new Refusal("missing");
}
