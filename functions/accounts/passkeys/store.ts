import { base64url } from "jose";
import * as v from "valibot";
import { eventQuery } from "#functions/accounts/events.ts";
import { isAdministrator } from "#functions/accounts/fresh-proofs.ts";
import { limitFailedRegistrationsOf } from "#functions/accounts/limits/attempts.ts";
import { chargeAttempt, hasPassed, runCharged } from "#functions/accounts/limits/store.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { isSignedIn } from "#functions/accounts/sessions/session-limits.ts";
import { endSessionsQuery } from "#functions/accounts/sessions/store.ts";
import {
  mayChangeSignIn,
  noticeQuery,
  openTrustedChange,
  type SignInChange,
} from "#functions/accounts/sign-in-changes.ts";
import { type AccountCall, lockAccountsQuery } from "#functions/accounts/store.ts";
import { passkeyLimit } from "#functions/contract/account.ts";
import type { PasskeyResponse } from "#functions/contract/answers.schema.ts";
import { toHex } from "#functions/kernel/crypto/digest.ts";
import {
  acceptQuery,
  isAcceptedNow,
  type SignedRequest,
} from "#functions/kernel/database/accepted-requests.ts";
import { nameResults, type Transaction } from "#functions/kernel/database/named-results.ts";
import { columnParser, firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { additionProofQuery, canAddPasskey, requireAdditionProof } from "./addition-proof.ts";
import type { Credential } from "./ceremonies.ts";

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
      ({ id, name, created_at, last_used_at }): PasskeyResponse => ({
        id,
        ...(name !== null && { friendly_name: name }),
        created_at,
        ...(last_used_at !== null && { last_used_at }),
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
export const base64urlToHex = (text: string): string => toHex(base64url.decode(text));

export const credentialColumns = sql`
  encode(passkeys.credential_id, 'hex') as credential_id, encode(passkeys.public_key, 'hex') as public_key,
  passkeys.sign_count::float8 as sign_count, to_json(passkeys.transports) as transports`;

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

/** Returns the passkeys of the signed-in user, newest first. @throws Refusal unauthenticated */
export async function listPasskeys({ authorized, caller }: AccountCall): Promise<PasskeyResponse[]> {
  const { passkeys } = await authorized({
    passkeys: sql`
      select ${columns} from passkeys where account_id = ${caller.accountId} order by created_at desc, id`,
  });
  return passkeys.map(toPasskey);
}

/**
 * Returns the address and the credentials of the signed-in user if the user may add a passkey.
 * @param settle statements that reset the attempt limits after a correct current password; none without one
 * @throws Refusal too_many_passkeys and those of `requireAdditionProof`
 */
export async function readOwnCredentials({ authorized, caller, environment }: AccountCall, settle: Query[]) {
  const { proof, account, credentials } = await authorized({
    settle,
    proof: additionProofQuery(caller, environment, settle.length > 0),
    account: sql`select email from accounts where id = ${caller.accountId}`,
    credentials: sql`select ${credentialColumns} from passkeys where account_id = ${caller.accountId}`,
  });
  requireAdditionProof(proof);
  if (credentials.length >= passkeyLimit) throw new AccountRefusal("too_many_passkeys");
  return { email: toEmail(account[0]), credentials: credentials.map(toCredential) };
}

const toEmail = columnParser("email", v.string());

/** A new passkey, with its name and the answered challenge. */
export type PasskeyAddition = {
  credential: Credential & { name: string | null };
  challenge: SignedRequest;
  /** Whether the user gave the current password in this ceremony. */
  isPasswordGiven: boolean;
};

/**
 * Returns the transaction that adds a passkey. It charges the attempt and locks the account.
 * @throws TooManyAttempts and those of `requireAdditionProof`
 */
const openAddition = (
  { authorized, caller, environment, attempt }: SignInChange,
  isPasswordGiven: boolean,
): Transaction =>
  nameResults(async (queries) => {
    const lock = lockAccountsQuery(sql`id = ${caller.accountId}`);
    const proof = additionProofQuery(caller, environment, isPasswordGiven);
    const condition = canAddPasskey(caller, environment, isPasswordGiven);
    const answers = await runCharged({ transaction: authorized, attempt, condition }, [
      lock,
      proof,
      ...queries,
    ]);
    requireAdditionProof(answers.get(proof) ?? []);
    return answers;
  });

/**
 * Adds a passkey to the account of the signed-in user. The session counts as verified from then on. Without the current
 * password, the passkey does not stand in for it within the first 24 hours, so its owner can remove a thief's passkey.
 * @throws Refusal too_many_passkeys, challenge_used, passkey_exists, TooManyAttempts and those of `requireAdditionProof`
 */
export async function addPasskey(
  change: SignInChange,
  { credential, challenge, isPasswordGiven }: PasskeyAddition,
): Promise<PasskeyResponse> {
  const { caller, client, environment, attempt } = change;
  const { accountId, sessionId } = caller;
  const id = crypto.randomUUID();
  const isAdded = sql`exists (select from passkeys where id = ${id})`;
  const accountPasskeyCount = sql`(select count(*)::integer from passkeys where account_id = ${accountId})`;
  const { passkeyCount, acceptance, addedPasskeys } = await openAddition(
    change,
    isPasswordGiven,
  )({
    passkeyCount: sql`select ${accountPasskeyCount} as many`,
    accept: acceptQuery(
      challenge,
      sql`${canAddPasskey(caller, environment, isPasswordGiven)} and ${hasPassed(attempt)}
        and ${accountPasskeyCount} < ${passkeyLimit}::integer`,
    ),
    acceptance: sql`select 1 as accepted where ${isAcceptedNow(challenge)}`,
    addedPasskeys: sql`
      insert into passkeys (id, account_id, credential_id, public_key, sign_count, transports, name, trusted_from)
      select ${id}::uuid, ${accountId}::uuid, decode(${base64urlToHex(credential.id)}, 'hex'), decode(${base64urlToHex(credential.publicKey)}, 'hex'),
        ${credential.signCount}::float8::bigint, ${credential.transports}::text[], ${credential.name},
        case when ${isPasswordGiven} then now() else now() + interval '24 hours' end
      where ${isAcceptedNow(challenge)}
      on conflict (credential_id) do nothing
      returning ${columns}`,
    // The new passkey verifies the session, so removing the passkey ends the session.
    verified: sql`
      update sessions set verified_at = now(), passkey_id = coalesce(passkey_id, ${id}::uuid)
      where id = ${sessionId} and ${isAdded}`,
    opening: sql`
      update accounts set first_passkey_until = null, passkey_grace_until = null
      where id = ${accountId} and ${isAdded}`,
    event: eventQuery(client, { kind: "passkey_added", accountId, sessionId }, isAdded),
    notice: noticeQuery("added", sql`id = ${accountId} and ${isAdded}`),
  });
  const passkey = firstRow(addedPasskeys, toPasskey);
  if (passkey) return passkey;
  if (toPasskeyCount(passkeyCount[0]) >= passkeyLimit) throw new AccountRefusal("too_many_passkeys");
  throw new AccountRefusal(acceptance.length === 0 ? "challenge_used" : "passkey_exists");
}

const toPasskeyCount = columnParser("many", v.number());

/** Renames a passkey of the signed-in user. @throws Refusal unauthenticated, passkey_required, no_such_passkey */
export async function renamePasskey(
  { authorized, caller }: AccountCall,
  id: string,
  name: string,
): Promise<PasskeyResponse> {
  const { renamedPasskeys } = await authorized({
    renamedPasskeys: sql`
      update passkeys set name = ${name} where id = ${id} and account_id = ${caller.accountId}
      returning ${columns}`,
  });
  const passkey = firstRow(renamedPasskeys, toPasskey);
  if (!passkey) throw new AccountRefusal("no_such_passkey");
  return passkey;
}

/**
 * Charges a failed registration. It has a limit of its own, so a thief of an access token cannot block the changes by
 * which the owner reacts.
 * @throws TooManyAttempts
 */
export async function countFailedRegistration({ authorized, caller, environment }: AccountCall) {
  const attempt = {
    id: crypto.randomUUID(),
    limits: [await limitFailedRegistrationsOf(caller.accountId)],
  };
  const condition = isSignedIn(caller, environment);
  await chargeAttempt({ transaction: authorized, attempt, condition })({});
}

/**
 * Removes a passkey of the signed-in user and ends the other sessions that it signed in or verified.
 * @throws TooManyAttempts, Refusal unauthenticated, passkey_required, passkey_too_new, no_such_passkey, last_passkey of
 * an administrator if administrators need one
 */
export async function removePasskey(change: SignInChange, id: string): Promise<void> {
  const { caller, client } = change;
  const { accountId, sessionId } = caller;
  const isOwnPasskey = sql`passkeys.id = ${id} and passkeys.account_id = ${accountId}`;
  const isLast = sql`(
    (select count(*) from passkeys where account_id = ${accountId}) = 1
    and exists (select from sign_in_rules where administrators_need_passkeys)
    and ${isAdministrator(sql`${accountId}`)}
  )`;
  const isRemovable = sql`exists (select from passkeys where ${isOwnPasskey})
    and ${mayChangeSignIn(change)} and not ${isLast}`;
  const { ownPasskeys, removedPasskeys } = await openTrustedChange(change)({
    lock: lockAccountsQuery(sql`id = ${accountId}`),
    ownPasskeys: sql`select id from passkeys where ${isOwnPasskey}`,
    event: eventQuery(client, { kind: "passkey_removed", accountId, sessionId }, isRemovable),
    notice: noticeQuery("removed", sql`id = ${accountId} and ${isRemovable}`),
    ended: endSessionsQuery(
      client,
      sql`passkey_id = ${id}::uuid and account_id = ${accountId} and id <> ${sessionId} and ${isRemovable}`,
    ),
    removedPasskeys: sql`delete from passkeys where ${isOwnPasskey} and ${isRemovable} returning id`,
  });
  if (ownPasskeys.length === 0) throw new AccountRefusal("no_such_passkey");
  if (removedPasskeys.length === 0) throw new AccountRefusal("last_passkey");
}
