// Changes of passkeys, recovery codes and administrators, which require a recent proof of identity.
import type { Context } from "hono";
import { nameResults, type Transaction } from "#functions/kernel/database/named-results.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { mailsQuery, type PasskeyChange } from "#functions/mail/index.ts";
import { hasTrustedProof, requireTrustedProof, trustedProofQuery } from "./fresh-proofs.ts";
import { limitSignInChangesOf } from "./limits/attempts.ts";
import { type Attempt, hasPassed, runCharged } from "./limits/store.ts";
import type { AccountCall } from "./store.ts";

/** A change of passkeys, recovery codes or administrators, for an authorized caller. `attempt` counts it, because every change sends a mail. */
export type SignInChange = AccountCall & { attempt: Attempt };

/** Returns the call with a new attempt, which the limit for changes of the caller's account counts. */
export const toSignInChange = async (c: Context<AppEnv>): Promise<SignInChange> => ({
  ...c.var,
  attempt: { id: crypto.randomUUID(), limits: [await limitSignInChangesOf(c.var.caller.accountId)] },
});

/** Returns the condition of the statements of `openTrustedChange`. */
export const mayChangeSignIn = ({ caller, environment, attempt }: SignInChange): Query =>
  sql`${hasTrustedProof(caller, environment)} and ${hasPassed(attempt)}`;

/**
 * Returns the transaction of a change for which the caller has to show a recovery code or a passkey that stands in for
 * the password, within 15 minutes (`hasTrustedProof`). It charges the attempt. The statements repeat the condition.
 * @throws TooManyAttempts, Refusal passkey_required, passkey_too_new and those of `authorized`
 */
export const openTrustedChange = ({ authorized, caller, environment, attempt }: SignInChange): Transaction =>
  nameResults(async (queries) => {
    const condition = hasTrustedProof(caller, environment);
    const proof = trustedProofQuery(caller, environment);
    const answers = await runCharged({ transaction: authorized, attempt, condition }, [proof, ...queries]);
    requireTrustedProof(answers.get(proof) ?? []);
    return answers;
  });

/**
 * Returns the statement that mails a change of passkeys, recovery codes, rules or administrators to all accounts that
 * match the condition.
 * @param invitation the address of the invited user, and the SQL expression of the inviting administrator's; empty for
 * other changes
 */
export const noticeQuery = (
  change: PasskeyChange,
  condition: Query,
  invitation: { about?: string; invitedBy?: Query } = {},
): Query =>
  mailsQuery(
    "passkeys_changed",
    sql`
      select jsonb_strip_nulls(jsonb_build_object(
        'to', email, 'language', language, 'change', ${change}::text, 'at', now(),
        'about', ${invitation.about ?? null}::text, 'invited_by', ${invitation.invitedBy ?? null}::text
      )) as payload
      from accounts where ${condition}`,
  );
