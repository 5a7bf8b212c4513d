import { base64url } from "jose";
import * as v from "valibot";
import { eventQuery } from "#functions/accounts/events.ts";
import {
  type Attempt,
  chargeQueries,
  hasPassed,
  requirePassed,
  waitQuery,
} from "#functions/accounts/limits/store.ts";
import { endSessionsQuery } from "#functions/accounts/sessions/store.ts";
import { lockAccountsQuery } from "#functions/accounts/store.ts";
import { passkeyLimit } from "#functions/contract/account.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { toHex } from "#functions/kernel/crypto/digest.ts";
import {
  acceptQuery,
  isAcceptedNow,
  type SignedRequest,
} from "#functions/kernel/database/accepted-requests.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import {
  canChangeSignIn,
  isAdministrator,
  proofQuery,
  requireProof,
} from "#functions/kernel/database/fresh-proofs.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { columnParser, firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { isSignedIn, type SessionLimits } from "#functions/kernel/database/session-limits.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import type { PasskeyChange } from "#functions/mail/index.ts";
import { mailsQuery } from "#functions/mail/index.ts";
import type { Credential } from "./ceremonies.ts";

/** A passkey as its owner sees it. Times are ISO 8601. */
export type Passkey = { id: string; name: string | null; createdAt: string; lastUsedAt: string | null };

const columns = sql`passkeys.id, passkeys.name, passkeys.created_at, passkeys.last_used_at`;

const toPasskey = rowParser(
  v.pipe(
    v.object({
      id: v.string(),
      name: v.nullable(v.string()),
      created_at: instant,
      last_used_at: v.nullable(instant),
    }),
    v.transform(
      ({ id, name, ...row }): Passkey => ({
        id,
        name,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      }),
    ),
  ),
);

// The database returns bytes as hexadecimal digits.
const bytes = v.pipe(
  v.string(),
  v.transform((hex) =>
    base64url.encode(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))),
  ),
);
/** Converts base64url to hexadecimal digits. */
export const base64urlToHex = (text: string): string => toHex(base64url.decode(text));

export const credentialColumns = sql`
  encode(passkeys.credential_id, 'hex') as credential_id, encode(passkeys.public_key, 'hex') as public_key,
  passkeys.sign_count::float8 as sign_count, to_json(passkeys.transports) as transports`;

/** Returns the credential of a row of `credentialColumns`. */
export const toCredential = rowParser(
  v.pipe(
    v.object({
      credential_id: bytes,
      public_key: bytes,
      sign_count: v.number(),
      transports: v.array(v.string()),
    }),
    v.transform(
      (row): Credential => ({
        id: row.credential_id,
        publicKey: row.public_key,
        signCount: row.sign_count,
        transports: row.transports,
      }),
    ),
  ),
);

/** A change of passkeys or recovery codes. `attempt` counts it, because every change sends a mail. */
export type SignInChange = { client: Client; limits: SessionLimits; attempt: Attempt };

/** Returns the statement that mails the owner of an account about a change of passkeys or recovery codes. */
export const noticeQuery = (change: PasskeyChange, accountId: string, condition: Query): Query =>
  mailsQuery(
    "passkeys_changed",
    sql`
      select jsonb_build_object('to', email, 'language', language, 'change', ${change}::text, 'at', now()) as payload
      from accounts where id = ${accountId} and ${condition}`,
  );

/** Returns the passkeys of the signed-in user, newest first. @throws Refusal unauthenticated */
export async function listPasskeys(
  database: Database,
  caller: Caller,
  authorised: Transaction,
): Promise<Passkey[]> {
  await authorised({});
  const { passkeys } = await database.run(
    { service: "auth" },
    {
      passkeys: sql`
      select ${columns} from passkeys where account_id = ${caller.accountId} order by created_at desc, id`,
    },
  );
  return passkeys.map(toPasskey);
}

/**
 * Returns the address and the credentials of the signed-in user if the user may add a passkey.
 * @throws Refusal unauthenticated, first_passkey_closed, passkey_required, proof_required, too_many_passkeys
 */
export async function readOwnCredentials(
  database: Database,
  caller: Caller,
  limits: SessionLimits,
): Promise<{ email: string; credentials: Credential[] }> {
  const { proof, account, credentials } = await database.run(
    { service: "auth" },
    {
      proof: proofQuery(caller, limits),
      account: sql`select email from accounts where id = ${caller.accountId}`,
      credentials: sql`select ${credentialColumns} from passkeys where account_id = ${caller.accountId}`,
    },
  );
  requireProof(proof);
  if (credentials.length >= passkeyLimit) throw new Refusal("too_many_passkeys");
  return { email: toEmail(account[0]), credentials: credentials.map(toCredential) };
}

const toEmail = columnParser("email", v.string());

/**
 * Adds a passkey to the account of the signed-in user. The session counts as verified from then on.
 * @throws Refusal unauthenticated, first_passkey_closed, passkey_required, proof_required, too_many_passkeys,
 * challenge_used, passkey_exists, TooManyAttempts
 */
export async function addPasskey(
  database: Database,
  caller: Caller,
  {
    credential,
    challenge,
    client,
    limits,
    attempt,
  }: SignInChange & { credential: Credential & { name: string | null }; challenge: SignedRequest },
): Promise<Passkey> {
  const { accountId, sessionId } = caller;
  const id = crypto.randomUUID();
  const mayAdd = sql`${canChangeSignIn(caller, limits)} and ${hasPassed(attempt)}`;
  const isAdded = sql`exists (select from passkeys where id = ${id})`;
  const accountPasskeyCount = sql`(select count(*)::integer from passkeys where account_id = ${accountId})`;
  const {
    proof,
    many: passkeyCount,
    accepted: acceptance,
    added: addedPasskeys,
    refusal,
  } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, canChangeSignIn(caller, limits)),
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      proof: proofQuery(caller, limits),
      many: sql`select ${accountPasskeyCount} as many`,
      accept: acceptQuery(challenge, sql`${mayAdd} and ${accountPasskeyCount} < ${passkeyLimit}::integer`),
      accepted: sql`select 1 as accepted where ${isAcceptedNow(challenge)}`,
      added: sql`
      insert into passkeys (id, account_id, credential_id, public_key, sign_count, transports, name)
      select ${id}::uuid, ${accountId}::uuid, decode(${base64urlToHex(credential.id)}, 'hex'), decode(${base64urlToHex(credential.publicKey)}, 'hex'),
        ${credential.signCount}::float8::bigint, ${credential.transports}::text[], ${credential.name}
      where ${isAcceptedNow(challenge)}
      on conflict (credential_id) do nothing
      returning ${columns}`,
      // The new passkey verifies the session, so removing the passkey ends the session.
      verified: sql`
      update sessions set verified_at = now(), passkey_id = coalesce(passkey_id, ${id}::uuid)
      where id = ${sessionId} and ${isAdded}`,
      opening: sql`update accounts set first_passkey_until = null where id = ${accountId} and ${isAdded}`,
      event: eventQuery(client, { kind: "passkey_added", accountId, sessionId }, isAdded),
      notice: noticeQuery("added", accountId, isAdded),
      refusal: waitQuery(attempt),
    },
  );
  requireProof(proof);
  requirePassed(refusal);
  const passkey = firstRow(addedPasskeys, toPasskey);
  if (passkey) return passkey;
  if (toPasskeyCount(passkeyCount[0]) >= passkeyLimit) throw new Refusal("too_many_passkeys");
  throw new Refusal(acceptance.length === 0 ? "challenge_used" : "passkey_exists");
}

const toPasskeyCount = columnParser("many", v.number());

/** Renames a passkey of the signed-in user. @throws Refusal unauthenticated, passkey_required, no_such_passkey */
export async function renamePasskey(
  database: Database,
  caller: Caller,
  { id, name, authorised }: { id: string; name: string; authorised: Transaction },
): Promise<Passkey> {
  await authorised({});
  const { renamed: renamedPasskeys } = await database.run(
    { service: "auth" },
    {
      renamed: sql`
      update passkeys set name = ${name} where id = ${id} and account_id = ${caller.accountId}
      returning ${columns}`,
    },
  );
  const passkey = firstRow(renamedPasskeys, toPasskey);
  if (!passkey) throw new Refusal("no_such_passkey");
  return passkey;
}

/**
 * Charges a failed registration to the limit for changes of passkeys.
 * @throws TooManyAttempts
 */
export async function countFailedRegistration(
  database: Database,
  caller: Caller,
  { limits, attempt }: SignInChange,
): Promise<void> {
  const { refusal } = await database.run(
    { service: "auth" },
    { charge: chargeQueries(attempt, isSignedIn(caller, limits)), refusal: waitQuery(attempt) },
  );
  requirePassed(refusal);
}

/**
 * Removes a passkey of the signed-in user and ends the other sessions that it signed in or verified.
 * @throws TooManyAttempts, Refusal unauthenticated, passkey_required, proof_required, no_such_passkey, last_passkey if
 * administrators need one
 */
export async function removePasskey(
  database: Database,
  caller: Caller,
  { id, authorised, client, limits, attempt }: SignInChange & { id: string; authorised: Transaction },
): Promise<void> {
  await authorised({});
  const { accountId, sessionId } = caller;
  const isOwnPasskey = sql`passkeys.id = ${id} and passkeys.account_id = ${accountId}`;
  const isLast = sql`(
    (select count(*) from passkeys where account_id = ${accountId}) = 1
    and exists (select from sign_in_rules where administrators_need_passkeys)
    and ${isAdministrator(sql`${accountId}`)}
  )`;
  const isRemovable = sql`exists (select from passkeys where ${isOwnPasskey}) and ${canChangeSignIn(caller, limits)} and ${hasPassed(attempt)} and not ${isLast}`;
  const {
    proof,
    known: ownPasskeys,
    removed: removedPasskeys,
    refusal,
  } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, canChangeSignIn(caller, limits)),
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      proof: proofQuery(caller, limits),
      known: sql`select id from passkeys where ${isOwnPasskey}`,
      event: eventQuery(client, { kind: "passkey_removed", accountId, sessionId }, isRemovable),
      notice: noticeQuery("removed", accountId, isRemovable),
      ended: endSessionsQuery(
        client,
        "session_ended",
        sql`passkey_id = ${id}::uuid and account_id = ${accountId} and id <> ${sessionId} and ${isRemovable}`,
      ),
      removed: sql`delete from passkeys where ${isOwnPasskey} and ${isRemovable} returning id`,
      refusal: waitQuery(attempt),
    },
  );
  requireProof(proof);
  requirePassed(refusal);
  if (ownPasskeys.length === 0) throw new Refusal("no_such_passkey");
  if (removedPasskeys.length === 0) throw new Refusal("last_passkey");
}
