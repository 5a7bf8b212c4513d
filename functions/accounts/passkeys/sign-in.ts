import * as v from "valibot";
import {
  type Attempt,
  chargeAttempt,
  hasPassed,
  openAuthService,
  refundQueries,
} from "#functions/accounts/limits/store.ts";
import {
  isStarted,
  type NewSession,
  signedInQuery,
  startedAccountQuery,
  startSessionQueries,
} from "#functions/accounts/sessions/store.ts";
import { type Account, lockAccountsQuery, toAccount } from "#functions/accounts/store.ts";
import {
  acceptQuery,
  isAcceptedNow,
  type SignedRequest,
} from "#functions/kernel/database/accepted-requests.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Row, sql } from "#functions/kernel/database/sql.ts";
import type { Credential } from "./ceremonies.ts";
import { base64urlToHex, credentialColumns, toCredential } from "./store.ts";

/** A stored passkey with its account. */
export type StoredPasskey = { id: string; account_id: string; credential: Credential };

const toPasskeyIds = rowParser(v.object({ id: v.string(), account_id: v.string() }));
const toStoredPasskey = (row: Row): StoredPasskey => ({
  ...toPasskeyIds(row),
  credential: toCredential(row),
});

/**
 * Charges an attempt to sign in and returns the passkey of the credential id, or null. The id is null for a malformed
 * answer, which costs an attempt like a wrong one.
 * @throws TooManyAttempts
 */
export async function findPasskey(
  database: Database,
  credentialId: string | null,
  attempt: Attempt,
): Promise<StoredPasskey | null> {
  const { passkey } = await chargeAttempt({ transaction: openAuthService(database), attempt })({
    passkey: sql`
      select id, account_id, ${credentialColumns} from passkeys
      where credential_id = decode(${credentialId === null ? "" : base64urlToHex(credentialId)}, 'hex') and ${hasPassed(attempt)}`,
  });
  return firstRow(passkey, toStoredPasskey);
}

/**
 * Starts a session with a passkey's verified answer. Returns null if the challenge was already answered, or if the
 * passkey was removed or its sign count changed since it was read.
 */
export async function startPasskeySession(
  database: Database,
  session: NewSession & {
    passkey: StoredPasskey;
    signCount: number;
    challenge: SignedRequest;
    attempt: Attempt;
  },
): Promise<Account | null> {
  const { sessionId, passkey, challenge, attempt } = session;
  const { account } = await database.run("auth", {
    lock: lockAccountsQuery(sql`id = ${passkey.account_id}`),
    accept: acceptQuery(challenge),
    session: startSessionQueries(
      session,
      sql`
        select account_id, 'passkey' as method from passkeys
        where id = ${passkey.id} and ${isAcceptedNow(challenge)}
          and sign_count = ${passkey.credential.signCount}::float8::bigint`,
    ),
    event: signedInQuery(session, passkey.account_id, "passkey"),
    used: sql`
      update passkeys
      set sign_count = ${session.signCount}::float8::bigint, last_used_at = now()
      where id = ${passkey.id} and ${isStarted(sessionId)}`,
    // A correct passkey is not an attempt to guess.
    refund: refundQueries(attempt, isStarted(sessionId)),
    account: startedAccountQuery(sessionId),
  });
  return firstRow(account, toAccount);
}
