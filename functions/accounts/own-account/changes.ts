import * as v from "valibot";
import type { Language } from "#cms/content/site.ts";
import { eventQuery } from "#functions/accounts/events.ts";
import {
  type Attempt,
  chargeQueries,
  passed,
  requirePassed,
  waitQuery,
} from "#functions/accounts/limits/store.ts";
import { endSessionsQuery } from "#functions/accounts/sessions/store.ts";
import {
  dropTokensQuery,
  isStored,
  type NewOneTimeToken,
  storeTokenQuery,
} from "#functions/accounts/sign-up/one-time-tokens.ts";
import {
  type Account,
  accountColumns,
  lockAccountsQuery,
  toAccount,
  toPasswordHash,
} from "#functions/accounts/store.ts";
import { metadataLimit } from "#functions/contract/account.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { columnParser, firstRow } from "#functions/kernel/database/rows.ts";
import { isSignedIn, type SessionLimits, toSignedIn } from "#functions/kernel/database/session-limits.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { mailQuery } from "#functions/mail/index.ts";
import type { Owner } from "./store.ts";
import type { UserMetadata } from "./user-metadata.ts";

/** A change of password. `oldHash` is the hash that the change was decided on. */
export type PasswordChange = { oldHash: string; newHash: string };

/** A change of address. Both addresses get a one-time token; a new address with an account gets a notice instead. */
export type EmailChange = {
  newEmail: string;
  current: NewOneTimeToken;
  next: NewOneTimeToken;
  attempt: Attempt;
};

const passwordQueries = (
  { accountId, sessionId }: Caller,
  client: Client,
  { email, language }: { email: string; language: Language },
  { oldHash, newHash }: PasswordChange,
  condition: Query,
): Query[] => {
  const changed = sql`exists (select from accounts where id = ${accountId} and password_hash = ${newHash})`;
  return [
    sql`
      update accounts set password_hash = ${newHash}, updated_at = now()
      where id = ${accountId} and password_hash = ${oldHash} and ${condition}`,
    sql`update sessions set recovery_until = null where id = ${sessionId} and ${changed}`,
    endSessionsQuery(
      client,
      "session_ended",
      sql`account_id = ${accountId} and id <> ${sessionId} and ${changed}`,
    ),
    dropTokensQuery(sql`account_id = ${accountId} and ${changed}`),
    eventQuery(client, { kind: "password_changed", accountId, sessionId }, changed),
    mailQuery(
      { kind: "password_changed", payload: { to: email, language, at: new Date().toISOString() } },
      changed,
    ),
  ];
};

const emailQueries = (
  { accountId, sessionId }: Caller,
  client: Client,
  { email, language }: { email: string; language: Language },
  { newEmail, current, next, attempt }: EmailChange,
  condition: Query,
): Query[] => {
  const own = sql`id = ${accountId} and ${passed(attempt)} and ${condition}`;
  const taken = sql`exists (select from accounts where email = ${newEmail} and email_confirmed_at is not null)`;
  const mail = (token: NewOneTimeToken, half: "current" | "new") =>
    mailQuery(
      {
        kind: "confirm_email_change",
        payload: { to: token.email, language, ...token.mailed, half, new_email: newEmail },
      },
      isStored(token),
    );
  return [
    storeTokenQuery(current, own, { change: { newEmail, half: "current" } }),
    storeTokenQuery(next, sql`${own} and not ${taken}`, { change: { newEmail, half: "new" } }),
    mail(current, "current"),
    mail(next, "new"),
    mailQuery(
      { kind: "account_exists", payload: { to: newEmail, language } },
      sql`${taken} and ${isStored(current)} and ${newEmail} <> ${email}`,
    ),
    eventQuery(client, { kind: "email_change_requested", accountId, sessionId }, isStored(current)),
  ];
};

/** The changes that a signed-in user requests. In the metadata, null removes a member. */
type Change = {
  client: Client;
  limits: SessionLimits;
  owner: Owner;
  password: PasswordChange | null;
  email: EmailChange | null;
  metadata: UserMetadata;
  /** The statements that settle the attempt after a correct current password. */
  settle: Query[];
};

const toFits = columnParser("fits", v.boolean());

const toChanged = (row: Row) => ({
  account: toAccount(row),
  passwordHash: toPasswordHash(row),
  signedIn: toSignedIn(row),
  fits: toFits(row),
});

/**
 * Applies the changes that a signed-in user requests, in one transaction.
 * @throws TooManyAttempts if a change of address sends too many mails, Refusal unauthenticated, changed_elsewhere if
 * the password changed after the decision, metadata_too_large
 */
export async function changeOwner(
  database: Database,
  caller: Caller,
  { client, limits, owner, password, email, metadata, settle }: Change,
): Promise<Account> {
  const given = sql`${JSON.stringify(metadata)}::jsonb`;
  const merged = sql`(
    (user_metadata || ${given}) - array(select key from jsonb_each(${given}) where value = 'null')
  )`;
  // The condition is the same before and after the change, because merging is idempotent.
  const fits = sql`(
    select json_size(${merged}) <= ${metadataLimit}::integer from accounts where id = ${caller.accountId}
  )`;
  // Checked again after the account is locked: a user who was signed out meanwhile changes nothing.
  const signedIn = isSignedIn(caller, limits);
  const sound = sql`${signedIn} and ${fits}`;
  const allowed = email ? sql`${passed(email.attempt)} and ${sound}` : sound;
  // The hash that the change was decided on, or the new hash.
  const hash = password?.newHash ?? owner.passwordHash;
  const decided = password || email ? sql`password_hash = ${hash}` : sql`true`;
  const to = { email: owner.account.email, language: owner.language };
  const { changed, refusal } = await database.run(
    { service: "auth" },
    {
      charge: email ? chargeQueries(email.attempt) : [],
      lock: lockAccountsQuery(sql`id = ${caller.accountId}`),
      password: password ? passwordQueries(caller, client, to, password, allowed) : [],
      email: email ? emailQueries(caller, client, to, email, sql`${decided} and ${sound}`) : [],
      metadata: sql`
      update accounts set user_metadata = ${merged}, updated_at = now()
      where id = ${caller.accountId} and ${allowed} and user_metadata <> ${merged}
        and ${decided}`,
      settle,
      changed: sql`
      select ${accountColumns}, password_hash, ${signedIn} as signed_in, ${fits} as fits
      from accounts where id = ${caller.accountId}`,
      refusal: email ? waitQuery(email.attempt) : undefined,
    },
  );
  const after = firstRow(changed, toChanged);
  if (after && !after.signedIn) throw new Refusal("unauthenticated");
  requirePassed(refusal);
  if (after && !after.fits) throw new Refusal("metadata_too_large");
  if (!after || ((password || email) && after.passwordHash !== hash)) throw new Refusal("changed_elsewhere");
  return after.account;
}
