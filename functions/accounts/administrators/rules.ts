import * as v from "valibot";
import { eventQuery, eventsQuery } from "#functions/accounts/events.ts";
import { chargeQueries, hasPassed, requirePassed, waitQuery } from "#functions/accounts/limits/store.ts";
import type { SignInChange } from "#functions/accounts/passkeys/store.ts";
import type { SignInRules } from "#functions/contract/account.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import {
  hasVerifiedJustNow,
  isAdministrator,
  openFirstPasskeyQuery,
} from "#functions/kernel/database/fresh-proofs.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import type { SessionLimits } from "#functions/kernel/database/session-limits.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { mailsQuery, type PasskeyChange } from "#functions/mail/index.ts";

const toRules = rowParser(
  v.object({
    administrators_need_passkeys: v.boolean(),
    administrators: v.number(),
    administrators_with_passkeys: v.number(),
  }),
);

const rulesQuery = sql`
  select administrators_need_passkeys,
    (select count(*)::integer from profiles where role = 'admin') as administrators,
    (select count(*)::integer from profiles
      where role = 'admin' and exists (select from passkeys where account_id = user_id)) as administrators_with_passkeys
  from sign_in_rules`;

/** Returns the sign-in rules of administrators. @throws Refusal unauthenticated, forbidden, passkey_required */
export async function readSignInRules(database: Database, authorised: Transaction): Promise<SignInRules> {
  await authorised({});
  const { rules } = await database.run({ service: "auth" }, { rules: rulesQuery });
  return toRules(rules[0]);
}

/**
 * Changes the sign-in rules of administrators and notifies all administrators by mail. The caller must have presented a
 * passkey or a recovery code within 15 minutes, and needs a passkey to require passkeys. This prevents a lockout.
 * @throws Refusal unauthenticated, forbidden, passkey_required
 */
export async function changeSignInRules(
  database: Database,
  caller: Caller,
  {
    administratorsNeedPasskeys: arePasskeysNeeded,
    authorised,
    client,
    limits,
  }: {
    administratorsNeedPasskeys: boolean;
    authorised: Transaction;
    client: Client;
    limits: SessionLimits;
  },
): Promise<SignInRules> {
  await authorised({});
  const { accountId, sessionId } = caller;
  const mayChange = sql`${hasVerifiedJustNow(caller, limits)}
    and ${isAdministrator(sql`${accountId}`)}
    and (not ${arePasskeysNeeded}::boolean or exists (select from passkeys where account_id = ${accountId}))`;
  const isChange = sql`${mayChange} and exists (select from sign_in_rules where administrators_need_passkeys <> ${arePasskeysNeeded})`;
  const change: PasskeyChange = arePasskeysNeeded ? "rule_begun" : "rule_ended";
  const { may: permission, rules } = await database.run(
    { service: "auth" },
    {
      may: sql`select 1 as one where ${mayChange}`,
      event: eventQuery(
        client,
        {
          kind: "sign_in_rules_changed",
          accountId,
          sessionId,
          detail: { administrators_need_passkeys: String(arePasskeysNeeded) },
        },
        isChange,
      ),
      notices: mailsQuery(
        "passkeys_changed",
        sql`
        select jsonb_build_object('to', email, 'language', language, 'change', ${change}::text, 'at', now()) as payload
        from accounts join profiles on user_id = accounts.id
        where role = 'admin' and email_confirmed_at is not null and ${isChange}`,
      ),
      changed: sql`
      update sign_in_rules set administrators_need_passkeys = ${arePasskeysNeeded}, changed_at = now()
      where ${isChange}`,
      rules: rulesQuery,
    },
  );
  if (permission.length === 0) throw new Refusal("passkey_required");
  return toRules(rules[0]);
}

/**
 * Lets another administrator, who has no passkey and no unused recovery code, add a first passkey within 24 hours. The
 * caller must have presented a passkey or a recovery code within 15 minutes. A mail notifies the other administrator,
 * because the permission also helps a thief of the password.
 * @returns the end of the permission, in ISO 8601
 * @throws TooManyAttempts, Refusal unauthenticated, forbidden, passkey_required, missing if no such administrator has
 * the address
 */
export async function openFirstPasskey(
  database: Database,
  caller: Caller,
  { email, authorised, client, limits, attempt }: SignInChange & { email: string; authorised: Transaction },
): Promise<string> {
  await authorised({});
  const isVerified = hasVerifiedJustNow(caller, limits);
  const mayOpen = sql`${isVerified} and ${isAdministrator(sql`${caller.accountId}`)}`;
  const isOther = sql`accounts.id <> ${caller.accountId}`;
  const openedAccount = sql`
    select id from accounts
    where email = ${email} and first_passkey_until = now() + interval '24 hours'`;
  const {
    may: permission,
    opened: openings,
    refusal,
  } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, mayOpen),
      may: sql`select 1 as one where ${mayOpen}`,
      opened: openFirstPasskeyQuery(email, sql`${isOther} and ${mayOpen} and ${hasPassed(attempt)}`),
      event: firstPasskeyEventQuery(client, openedAccount, caller),
      notice: mailsQuery(
        "passkeys_changed",
        sql`
        select jsonb_build_object('to', email, 'language', language, 'change', 'first_opened', 'at', now()) as payload
        from accounts where id in (${openedAccount})`,
      ),
      refusal: waitQuery(attempt),
    },
  );
  if (permission.length === 0) throw new Refusal("passkey_required");
  requirePassed(refusal);
  const opening = firstRow(openings, toOpening);
  if (!opening) throw new Refusal("missing");
  return opening.until;
}

const toOpening = rowParser(v.object({ until: instant }));

// The event belongs to the other administrator and names the session of the caller.
const firstPasskeyEventQuery = (client: Client, accounts: Query, { sessionId }: Caller): Query =>
  eventsQuery(
    client,
    "first_passkey_opened",
    sql`select id as account_id, ${sessionId}::uuid as session_id from (${accounts}) opened`,
  );
