import * as v from "valibot";
import { type Language, languages } from "#cms/content/site.ts";
import {
  chargeQueries,
  type PasswordAttempt,
  requirePassed,
  toAttempt,
  waitQuery,
} from "#functions/accounts/limits/store.ts";
import { type Account, accountColumns, toAccount, toPasswordHash } from "#functions/accounts/store.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { isPasskeyShownJustNow, lacksPasskey } from "#functions/kernel/database/fresh-proofs.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import {
  isLivingSession,
  isSignedIn,
  type SessionLimits,
} from "#functions/kernel/database/session-limits.ts";
import { type Row, sql } from "#functions/kernel/database/sql.ts";

/** The signed-in user, with the data that decides on changes. */
export type Owner = {
  account: Account;
  passwordHash: string;
  language: Language;
  /** Whether the session may omit the current password: after a recovery, a recent passkey or code, or without one. */
  mayOmitPassword: boolean;
  /** Whether the session must present a passkey before it changes anything but a forgotten password. */
  lacksPasskey: boolean;
};

const toRights = rowParser(
  v.object({
    language: v.picklist(languages),
    recovering: v.boolean(),
    verified: v.boolean(),
    has_password: v.boolean(),
    lacks_passkey: v.boolean(),
  }),
);

function toOwner(row: Row): Owner {
  const {
    language,
    recovering: isRecovering,
    verified: isVerified,
    has_password,
    lacks_passkey: lacksPasskey,
  } = toRights(row);
  return {
    account: toAccount(row),
    passwordHash: toPasswordHash(row),
    language,
    mayOmitPassword: isRecovering || isVerified || !has_password,
    lacksPasskey,
  };
}

/**
 * Reads the signed-in user. Charges `attempt` if a password is about to be verified.
 * @throws Refusal unauthenticated, TooManyAttempts
 */
export async function getOwner(
  database: Database,
  caller: Caller,
  { limits, attempt: passwordAttempt }: { limits: SessionLimits; attempt: PasswordAttempt | null },
): Promise<Owner> {
  const attempt = passwordAttempt && toAttempt(passwordAttempt);
  const { found: ownerRows, refusal } = await database.run(
    { service: "auth" },
    {
      charge: attempt ? chargeQueries(attempt, sql`${isSignedIn(caller, limits)}`) : [],
      found: sql`
      select ${accountColumns}, password_hash, language, coalesce(recovery_until > now(), false) as recovering,
        ${isPasskeyShownJustNow} as verified, ${lacksPasskey} as lacks_passkey
      from accounts join sessions on account_id = accounts.id where ${isLivingSession(caller, limits)}`,
      refusal: attempt ? waitQuery(attempt) : undefined,
    },
  );
  const owner = firstRow(ownerRows, toOwner);
  if (!owner) throw new Refusal("unauthenticated");
  requirePassed(refusal);
  return owner;
}
