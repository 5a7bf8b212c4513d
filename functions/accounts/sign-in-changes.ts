// Changes of passkeys, recovery codes and administrators, which require a recent proof of identity.
import type { Context } from "hono";
import { canChangeSignIn, proofQuery, requireProof } from "#functions/kernel/database/fresh-proofs.ts";
import { nameResults, type Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { mailsQuery, type PasskeyChange } from "#functions/mail/index.ts";
import { limitSignInChangesOf } from "./limits/attempts.ts";
import { type Attempt, hasPassed, runCharged } from "./limits/store.ts";
import { type AccountCall, lockAccountsQuery } from "./store.ts";

/** A change of passkeys, recovery codes or administrators. `attempt` counts it, because every change sends a mail. */
export type SignInChange = AccountCall & { attempt: Attempt };

/** Returns the call with a new attempt, which the limit for changes of the caller's account counts. */
export const toSignInChange = async (c: Context<AppEnv>): Promise<SignInChange> => ({
  ...c.var,
  attempt: { id: crypto.randomUUID(), limits: [await limitSignInChangesOf(c.var.caller.accountId)] },
});

/** Returns the condition of the statements of `openProvenChange`. */
export const mayChangeSignIn = ({ caller, environment, attempt }: SignInChange): Query =>
  sql`${canChangeSignIn(caller, environment)} and ${hasPassed(attempt)}`;

/**
 * Returns the transaction of a change for which the caller has to prove the identity (`canChangeSignIn`). It charges the
 * attempt and locks the account.
 * @throws TooManyAttempts, Refusal unauthenticated, first_passkey_closed, passkey_required, proof_required
 */
export const openProvenChange = ({ database, caller, environment, attempt }: SignInChange): Transaction =>
  nameResults(async (queries) => {
    const lock = lockAccountsQuery(sql`id = ${caller.accountId}`);
    const proof = proofQuery(caller, environment);
    const condition = canChangeSignIn(caller, environment);
    const answers = await runCharged({ database, attempt, condition }, [lock, proof, ...queries]);
    requireProof(answers.get(proof) ?? []);
    return answers;
  });

/**
 * Returns the transaction of a change whose condition includes `hasVerifiedJustNow`: the caller has presented a passkey
 * or a recovery code within 15 minutes. It charges the attempt. The statements repeat the condition.
 * @throws TooManyAttempts, Refusal passkey_required and those of `authorized`
 */
export const openVerifiedChange = ({
  authorized,
  database,
  attempt,
  condition,
}: SignInChange & { condition: Query }): Transaction =>
  nameResults(async (queries) => {
    await authorized({});
    const permission = sql`select 1 as granted where ${condition}`;
    const answers = await runCharged({ database, attempt, condition }, [permission, ...queries]);
    if (answers.get(permission)?.length === 0) throw new Refusal("passkey_required");
    return answers;
  });

/**
 * Returns the statement that mails a change of passkeys, recovery codes, rules or administrators to all accounts that
 * match the condition. `about` is the address of an invited administrator; null for other changes.
 */
export const noticeQuery = (change: PasskeyChange, condition: Query, about: string | null = null): Query =>
  mailsQuery(
    "passkeys_changed",
    sql`
      select jsonb_strip_nulls(jsonb_build_object(
        'to', email, 'language', language, 'change', ${change}::text, 'at', now(), 'about', ${about}::text
      )) as payload
      from accounts where ${condition}`,
  );
