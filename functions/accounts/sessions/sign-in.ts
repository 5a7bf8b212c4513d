import { eventQuery } from "#functions/accounts/events.ts";
import {
  type Attempt,
  chargeQueries,
  hasPassed,
  type PasswordAttempt,
  refundQuery,
  requirePassed,
  startsBackoff,
  toAttempt,
  waitQuery,
} from "#functions/accounts/limits/store.ts";
import { pendingPasswordQuery } from "#functions/accounts/sign-up/one-time-tokens.ts";
import { type Account, accountColumns, toAccount, toPasswordHash } from "#functions/accounts/store.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";

/** The data that decides on a sign-in with a password. */
export type Candidate = {
  /** Null if the address has no account. */
  known: { account: Account; passwordHash: string } | null;
  /** The password hash of the latest unexpired sign-up with this address, even if its token was never mailed. */
  pendingHash: string | null;
};

/**
 * Charges an attempt to sign in and looks the address up. Concurrent attempts pass no more often than sequential ones.
 * @throws TooManyAttempts
 */
export async function findCandidate(
  database: Database,
  email: string,
  passwordAttempt: PasswordAttempt,
): Promise<Candidate> {
  const attempt = toAttempt(passwordAttempt);
  const { account, pending, refusal } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt),
      account: sql`
      select ${accountColumns}, password_hash
      from accounts where email = ${email} and ${hasPassed(attempt)}`,
      pending: pendingPasswordQuery(email),
      refusal: waitQuery(attempt),
    },
  );
  requirePassed(refusal);
  return {
    known: firstRow(account, (row) => ({ account: toAccount(row), passwordHash: toPasswordHash(row) })),
    pendingHash: firstRow(pending, toPasswordHash),
  };
}

/** Writes a failed sign-in to the audit, and the backoff that it started. */
export async function recordFailure(
  database: Database,
  client: Client,
  {
    accountId,
    sessionId,
    attempt,
  }: { accountId: string | null; sessionId?: string; attempt: PasswordAttempt },
): Promise<void> {
  const event = { accountId, ...(sessionId && { sessionId }) };
  await database.run(
    { service: "auth" },
    {
      failed: eventQuery(client, { kind: "sign_in_failed", ...event }),
      limited: eventQuery(
        client,
        { kind: "limited", ...event, detail: { what: "passwords" } },
        startsBackoff(toAttempt(attempt)),
      ),
    },
  );
}

/** Refunds an attempt that verified no password. */
export async function refundAttempt(database: Database, { id, limits }: Attempt): Promise<void> {
  await database.run({ service: "auth" }, { refund: limits.map((limit) => refundQuery(limit, id)) });
}
