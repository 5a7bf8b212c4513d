import * as v from "valibot";
import { eventQuery } from "#functions/accounts/events.ts";
import { lockAccountsQuery, toPasswordHash } from "#functions/accounts/store.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { isAdministrator, lacksPasskey } from "#functions/kernel/database/fresh-proofs.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { isSignedIn, type SessionLimits, toSignedIn } from "#functions/kernel/database/session-limits.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { mailQuery } from "#functions/mail/index.ts";
import type { Owner } from "./store.ts";

const toLacksPasskey = columnParser("lacks_passkey", v.boolean());

type Deletion = { client: Client; limits: SessionLimits; owner: Owner; settle: Query[] };

/**
 * Deletes the account of the signed-in user with all dependent rows, and notifies the user by mail.
 * @throws Refusal unauthenticated, passkey_required, last_administrator, changed_elsewhere if the password changed
 * after the decision
 */
export async function deleteOwner(
  database: Database,
  caller: Caller,
  { client, limits, owner, settle }: Deletion,
): Promise<void> {
  const { accountId, sessionId } = caller;
  const { account, passwordHash, language } = owner;
  const isPasskeyMissing = sql`exists (select from sessions where id = ${sessionId} and ${lacksPasskey})`;
  const isDeletable = sql`exists (
    select from accounts
    where id = ${accountId} and password_hash = ${passwordHash} and ${isSignedIn(caller, limits)}
      and not ${isPasskeyMissing} and not (
        ${isAdministrator(sql`${accountId}`)}
        and not exists (select from profiles where user_id <> ${accountId} and role = 'admin')
      )
  )`;
  const { left: remainingAccounts } = await database.run(
    { service: "auth" },
    {
      // Administrators who leave at the same time take turns here, so that the last one stays.
      turn: sql`select pg_advisory_xact_lock(hashtext('administrators leave'))`,
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      // The mail precedes the deletion, so that a call that deletes nothing sends no mail.
      mail: mailQuery({ kind: "account_deleted", payload: { to: account.email, language } }, isDeletable),
      event: eventQuery(client, { kind: "account_deleted", accountId, sessionId }, isDeletable),
      account: sql`delete from accounts where id = ${accountId} and ${isDeletable}`,
      settle,
      left: sql`select password_hash, ${isSignedIn(caller, limits)} as signed_in, ${isPasskeyMissing} as lacks_passkey from accounts where id = ${accountId}`,
    },
  );
  const [row] = remainingAccounts;
  if (!row) return;
  if (!toSignedIn(row)) throw new Refusal("unauthenticated");
  if (toLacksPasskey(row)) throw new Refusal("passkey_required");
  throw new Refusal(toPasswordHash(row) === passwordHash ? "last_administrator" : "changed_elsewhere");
}
