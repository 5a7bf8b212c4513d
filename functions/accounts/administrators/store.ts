import * as v from "valibot";
import type { Language } from "#cms/content/site.ts";
import { eventQuery, eventsQuery } from "#functions/accounts/events.ts";
import {
  hasPasskeyOf,
  hasTrustedProof,
  isAdministrator,
  openFirstPasskeyQuery,
} from "#functions/accounts/fresh-proofs.ts";
import { hasPassed } from "#functions/accounts/limits/store.ts";
import { noticeQuery, openTrustedChange, type SignInChange } from "#functions/accounts/sign-in-changes.ts";
import {
  dropTokensQuery,
  isStored,
  mailInvitationQuery,
  type NewOneTimeToken,
  storeTokenQuery,
} from "#functions/accounts/sign-up/one-time-tokens.ts";
import { type AccountCall, lockAccountsQuery } from "#functions/accounts/store.ts";
import { type SignInRules, signInRulesAnswer } from "#functions/contract/answers.schema.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { PasskeyChange } from "#functions/mail/index.ts";

const toRules = rowParser(signInRulesAnswer);

const isKeylessAdministrator = sql`(
  ${isAdministrator(sql`accounts.id`)} and not ${hasPasskeyOf(sql`accounts.id`)}
)`;

const rulesQuery = sql`
  select administrators_need_passkeys,
    (select count(*)::integer from profiles where role = 'admin') as administrators,
    (
      select coalesce(json_agg(json_build_object(
        'email', email, 'needs_passkey_from', passkey_grace_until
      ) order by email), '[]')
      from accounts where ${isKeylessAdministrator}
    ) as without_passkey
  from sign_in_rules`;

// The caller is an administrator and has shown a recovery code, or a passkey that stands in for the password, within 15
// minutes.
const isPermitted = ({ caller, environment }: AccountCall): Query =>
  sql`${hasTrustedProof(caller, environment)} and ${isAdministrator(sql`${caller.accountId}`)}`;

const isConfirmedAdministrator = sql`${isAdministrator(sql`accounts.id`)} and email_confirmed_at is not null`;

/** Returns the sign-in rules of administrators. @throws Refusal unauthenticated, forbidden, passkey_required */
export async function readSignInRules({ authorized }: AccountCall): Promise<SignInRules> {
  const { rules } = await authorized({ rules: rulesQuery });
  return toRules(rules[0]);
}

/**
 * Sets whether administrators need passkeys, and notifies all confirmed administrators of a change by mail. The caller
 * must have presented a passkey or a recovery code within 15 minutes. To require passkeys, the caller needs one.
 * Administrators without a passkey then have 24 hours to add one, so the rule locks out no administrator at once.
 * @throws TooManyAttempts, Refusal unauthenticated, forbidden, passkey_required, passkey_too_new
 */
export async function changeSignInRules(
  change: SignInChange,
  arePasskeysNeeded: boolean,
): Promise<SignInRules> {
  const { accountId, sessionId } = change.caller;
  const mayChange = sql`${isPermitted(change)} and ${hasPassed(change.attempt)}
    and (not ${arePasskeysNeeded}::boolean or exists (select from passkeys where account_id = ${accountId}))`;
  const isChange = sql`${mayChange} and exists (select from sign_in_rules where administrators_need_passkeys <> ${arePasskeysNeeded})`;
  const notice: PasskeyChange = arePasskeysNeeded ? "rule_begun" : "rule_ended";
  const { permission, rules } = await openTrustedChange(change)({
    // An administrator who removes the last passkey at the same time waits, or is seen without one.
    lock: lockAccountsQuery(isAdministrator(sql`accounts.id`)),
    permission: sql`select 1 where ${mayChange}`,
    event: eventQuery(
      change.client,
      {
        kind: "sign_in_rules_changed",
        accountId,
        sessionId,
        detail: { administrators_need_passkeys: String(arePasskeysNeeded) },
      },
      isChange,
    ),
    notices: noticeQuery(notice, sql`${isConfirmedAdministrator} and ${isChange}`),
    grace: sql`
      update accounts
      set passkey_grace_until = case when ${arePasskeysNeeded} and ${isKeylessAdministrator} then now() + interval '24 hours' end
      where ${isChange} and (${isKeylessAdministrator} or passkey_grace_until is not null)`,
    changed: sql`
      update sign_in_rules set administrators_need_passkeys = ${arePasskeysNeeded}, changed_at = now()
      where ${isChange}`,
    rules: rulesQuery,
  });
  if (permission.length === 0) throw new Refusal("passkey_required");
  return toRules(rules[0]);
}

const toOpening = rowParser(v.object({ until: instant }));

/**
 * Lets another administrator, who has no passkey and no unused recovery code, add a first passkey within 24 hours. The
 * caller must have presented a passkey or a recovery code within 15 minutes. A mail notifies the other administrator,
 * because the permission also helps a thief of the password.
 * @returns the end of the permission, in ISO 8601
 * @throws TooManyAttempts, Refusal unauthenticated, forbidden, passkey_required, passkey_too_new, missing if no such administrator has
 * the address
 */
export async function openFirstPasskey(change: SignInChange, email: string): Promise<string> {
  const { caller, client, attempt } = change;
  const mayOpen = isPermitted(change);
  const isOther = sql`accounts.id <> ${caller.accountId}`;
  // `now()` is the start of this transaction, so only an account that it has opened has exactly this end.
  const openedAccount = sql`
    select id from accounts
    where email = ${email} and first_passkey_until = now() + interval '24 hours'`;
  const { openings } = await openTrustedChange(change)({
    openings: openFirstPasskeyQuery(email, sql`${isOther} and ${mayOpen} and ${hasPassed(attempt)}`),
    // The event belongs to the other administrator and names the session of the caller.
    event: eventsQuery(
      client,
      "first_passkey_opened",
      sql`select id as account_id, ${caller.sessionId}::uuid as session_id from (${openedAccount}) opened`,
    ),
    notice: noticeQuery("first_opened", sql`id in (${openedAccount})`),
  });
  const opening = firstRow(openings, toOpening);
  if (!opening) throw new Refusal("missing");
  return opening.until;
}

type Invitation = {
  email: string;
  /** The language of the mail, taken from the inviting administrator's page. */
  language: Language;
  /** A token that expires with the invitation. */
  token: NewOneTimeToken;
};

/**
 * Invites the owner of an address as an administrator. The account is created if it does not exist, and gets the role
 * when the mailed token is spent. The caller must have presented a passkey or a recovery code within 15 minutes. A mail
 * notifies all confirmed administrators.
 * @throws TooManyAttempts, Refusal unauthenticated, forbidden, passkey_required, passkey_too_new, missing if the address already belongs
 * to an administrator
 */
export async function inviteAdministrator(
  change: SignInChange,
  { email, language, token }: Invitation,
): Promise<void> {
  const { caller, client, attempt } = change;
  const accountId = crypto.randomUUID();
  // The mails name the inviting administrator.
  const inviter = sql`(select email from accounts where id = ${caller.accountId})`;
  const mayInvite = sql`${isPermitted(change)} and ${hasPassed(attempt)} and not exists (
    select from accounts join profiles on user_id = accounts.id where accounts.email = ${email} and role = 'admin'
  )`;
  const { storedTokens } = await openTrustedChange(change)({
    account: sql`
      insert into accounts (id, email, language)
      select ${accountId}::uuid, ${email}, ${language} where ${mayInvite}
      on conflict (email) do nothing`,
    profile: sql`insert into profiles (user_id) select id from accounts where id = ${accountId}`,
    lock: lockAccountsQuery(sql`email = ${email}`),
    // Only the newest invitation of an address is valid.
    replaced: dropTokensQuery(sql`purpose = 'invite' and email = ${email} and ${mayInvite}`),
    token: storeTokenQuery(token, sql`email = ${email} and ${mayInvite}`, { invitedBy: caller.accountId }),
    storedTokens: sql`select 1 as stored where ${isStored(token)}`,
    mail: mailInvitationQuery(token, language, inviter),
    event: eventsQuery(
      client,
      "administrator_invited",
      sql`
        select account_id, ${caller.sessionId}::uuid as session_id
        from one_time_tokens where token_hash = decode(${token.tokenHash}, 'hex')`,
    ),
    notices: noticeQuery("administrator_invited", sql`${isConfirmedAdministrator} and ${isStored(token)}`, {
      about: email,
      invitedBy: inviter,
    }),
  });
  if (storedTokens.length === 0) throw new Refusal("missing");
}
