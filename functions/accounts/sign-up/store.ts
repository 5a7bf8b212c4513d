import type { Language } from "#cms/content/site.ts";
import { eventQuery, eventsQuery } from "#functions/accounts/events.ts";
import {
  type Attempt,
  chargeAttempt,
  chargeQueries,
  hasPassed,
  openAuthService,
  runCharged,
  startsBackoff,
} from "#functions/accounts/limits/store.ts";
import type { UserMetadata } from "#functions/accounts/own-account/user-metadata.ts";
import { toPasswordHash } from "#functions/accounts/store.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { nameResults, type Transaction } from "#functions/kernel/database/named-results.ts";
import { firstRow } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { mailQuery } from "#functions/mail/index.ts";
import {
  isStored,
  mailRecoveryQueries,
  mailTokenQuery,
  type NewOneTimeToken,
  pendingPasswordQuery,
  storeTokenQuery,
} from "./one-time-tokens.ts";

/**
 * A call that sends a mail. It is rejected if its network makes too many calls, and sends no mail if the address has
 * just got one.
 */
export type MailCall = {
  database: Database;
  email: string;
  language: Language;
  token: NewOneTimeToken;
  client: Client;
  /** The attempt that is rejected together with the call. */
  callAttempt: Attempt;
  /** The attempt without which the call sends no mail. */
  mailAttempt: Attempt;
};

/**
 * Returns the transaction of a call, which is charged to its network's limit and, unless that rejects it, to its
 * mailbox's limit for mails if `mayMail` holds. The call counts for the network even if it sends no mail, so no attacker
 * can test addresses without limit.
 * @throws TooManyAttempts
 */
export const chargeMailCall = (
  { database, callAttempt, mailAttempt }: MailCall,
  mayMail: Query = sql`true`,
): Transaction =>
  nameResults((queries) => {
    const mailCharges = chargeQueries(mailAttempt, sql`${hasPassed(callAttempt)} and ${mayMail}`);
    return runCharged({ transaction: openAuthService(database), attempt: callAttempt }, [
      ...mailCharges,
      ...queries,
    ]);
  });

/**
 * Charges a sign-up before its password is hashed, which is expensive. Returns the password hash of the latest
 * unexpired sign-up with the address, which a repeated sign-up keeps; null if there is none.
 * @throws TooManyAttempts
 */
export async function beginSignUp(
  database: Database,
  email: string,
  attempt: Attempt,
): Promise<string | null> {
  const { pendingSignUps } = await chargeAttempt({ transaction: openAuthService(database), attempt })({
    pendingSignUps: pendingPasswordQuery(email),
  });
  return firstRow(pendingSignUps, toPasswordHash);
}

/**
 * Stores a sign-up: account, profile, one-time token and mail. The owner of a confirmed address gets a notice instead.
 * The token is stored even without a mail: after sign-ups with different passwords, a confirmation applies none of
 * these passwords.
 * @throws TooManyAttempts
 */
export async function signUp(
  call: MailCall & { accountId: string; passwordHash: string; userMetadata: UserMetadata },
): Promise<void> {
  const { email, language, token, client, accountId, passwordHash, userMetadata } = call;
  await chargeMailCall(call)({
    account: sql`
      insert into accounts (id, email, language)
      select ${accountId}::uuid, ${email}, ${language} where ${hasPassed(call.callAttempt)}
      on conflict (email) do nothing`,
    profile: sql`insert into profiles (user_id) select id from accounts where id = ${accountId}`,
    token: storeTokenQuery(token, sql`email = ${email} and ${hasPassed(call.callAttempt)}`, {
      passwordHash,
      userMetadata: JSON.stringify(userMetadata),
      mailed: hasPassed(call.mailAttempt),
    }),
    mail: mailTokenQuery("confirm_sign_up", token, language),
    notice: mailQuery(
      { kind: "account_exists", payload: { to: email, language } },
      sql`${isStored(token, false)} and ${hasPassed(call.mailAttempt)}`,
    ),
    event: eventQuery(
      client,
      { kind: "signed_up", accountId },
      sql`exists (select from accounts where id = ${accountId})`,
    ),
  });
}

/**
 * Mails a new one-time token of a sign-up, with the sign-up's password and metadata. For a confirmed address, the token
 * is stored as spent and not mailed; a sign-in with its password still gets the response for an unconfirmed address.
 * @throws TooManyAttempts
 */
export async function resendSignUp(call: MailCall): Promise<void> {
  const { email, language, token } = call;
  const signUps = sql`from one_time_tokens where account_id = accounts.id and purpose = 'signup'`;
  const selectLatest = (column: Query) => sql`select ${column} ${signUps} order by created_at desc limit 1`;
  await chargeMailCall(call)({
    token: storeTokenQuery(
      token,
      sql`email = ${email} and ${hasPassed(call.mailAttempt)}
        and (email_confirmed_at is null or exists (select ${signUps}))`,
      {
        passwordHash: selectLatest(sql`password_hash`),
        userMetadata: selectLatest(sql`user_metadata`),
      },
    ),
    mail: mailTokenQuery("confirm_sign_up", token, language),
  });
}

/**
 * Mails the owner of a confirmed address a token to set a new password. An unconfirmed address is treated as unknown,
 * because an attacker may have signed up with it to have mails sent there. The last mail of a day has `lastToken`, which
 * is valid until the next mail can leave, so an attacker's calls never leave the owner without a link.
 * @throws TooManyAttempts
 */
export async function recover(call: MailCall & { lastToken: NewOneTimeToken }): Promise<void> {
  const { email, language, token, lastToken, client, mailAttempt } = call;
  const isConfirmedAddress = sql`email = ${email} and email_confirmed_at is not null`;
  const isAllowed = sql`${isConfirmedAddress} and ${hasPassed(mailAttempt)}`;
  // The last limit is that of a day.
  const isLast = startsBackoff({ ...mailAttempt, limits: mailAttempt.limits.slice(-1) });
  // A mail to another address of the mailbox, such as `name+tag@` without an account, never leaves and is not counted.
  const mayMail = sql`exists (select from accounts where ${isConfirmedAddress})`;
  await chargeMailCall(
    call,
    mayMail,
  )({
    token: [
      storeTokenQuery(token, sql`${isAllowed} and not ${isLast}`),
      storeTokenQuery(lastToken, sql`${isAllowed} and ${isLast}`),
    ],
    mail: [...mailRecoveryQueries(token, language), ...mailRecoveryQueries(lastToken, language)],
    event: eventsQuery(
      client,
      "recovery_requested",
      sql`
        select account_id, null::uuid as session_id from one_time_tokens
        where token_hash in (decode(${token.tokenHash}, 'hex'), decode(${lastToken.tokenHash}, 'hex'))`,
    ),
  });
}
