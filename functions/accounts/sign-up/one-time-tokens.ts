import type { MailPurpose } from "#functions/contract/account.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createCodeHmac, deriveOneTimeToken } from "#functions/kernel/crypto/links.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

type Carried = {
  /** The password of a sign-up: a hash, or the statement that finds it. */
  passwordHash?: string | Query | null;
  /** The metadata of a sign-up: JSON, or the statement that finds it. */
  userMetadata?: string | Query | null;
  /** What a change of address changes to, and which of the two addresses this one proves. */
  change?: { newEmail: string; half: "current" | "new" };
  /** Holds when it is mailed; by default it is. */
  mailed?: Query;
};

/**
 * The statement that stores a one-time token for each account that the condition names. Where it is not `mailed`, and for
 * a sign-up with a confirmed address, it is stored as spent: a sign-in gets the same answer as if it had been mailed, and
 * a sign-up with another password counts.
 */
export function storeTokenQuery(
  { purpose, email, tokenHash, codeHmac, expiresAt }: NewOneTimeToken,
  condition: Query,
  { passwordHash = null, userMetadata = null, change, mailed = sql`true` }: Carried = {},
): Query {
  return sql`
    insert into one_time_tokens
      (token_hash, account_id, purpose, email, code_hmac, password_hash, user_metadata, new_email, half, expires_at,
        spent_at)
    select decode(${tokenHash}, 'hex'), accounts.id, ${purpose}, ${email}, decode(${codeHmac}, 'hex'),
      (${passwordHash})::text, (${userMetadata})::jsonb, ${change?.newEmail ?? null}::text, ${change?.half ?? null}::text,
      ${expiresAt}::timestamptz,
      case when not (${mailed}) or ${purpose} = 'signup' and accounts.email_confirmed_at is not null then now() end
    from accounts where ${condition}`;
}

/** Holds once a token is stored, `spendable` or not. */
export const isStored = ({ tokenHash }: NewOneTimeToken, spendable = true): Query =>
  sql`exists (
    select from one_time_tokens
    where token_hash = decode(${tokenHash}, 'hex') and (spent_at is null) = ${spendable}::boolean
  )`;

// Stored as spent: nothing of it was mailed. Until it has expired it keeps a sign-in answered as for an address without
// an account, whatever the owner of this one does meanwhile.
const isBlank = sql`(purpose = 'signup' and spent_at = created_at)`;

/** Deletes all mailed tokens that the condition names: what they were mailed for is no longer so. */
export const dropTokensQuery = (condition: Query): Query =>
  sql`delete from one_time_tokens where ${condition} and not ${isBlank}`;

/** The password, hashed, of the latest sign-up with an address that may still be confirmed, or was meant for it. */
export const pendingPasswordQuery = (email: string): Query => sql`
  select password_hash from one_time_tokens
  where email = ${email} and purpose = 'signup' and expires_at > now()
  order by created_at desc limit 1`;

/** How long each token can be spent, in hours. */
const lifetimes: Record<MailPurpose, number> = { signup: 24, recovery: 1, email_change: 24 };

/** A one-time token to be stored (as hashes) and mailed (by its id and key). */
export type NewOneTimeToken = {
  purpose: MailPurpose;
  email: string;
  tokenHash: string;
  codeHmac: string;
  /** ISO 8601. */
  expiresAt: string;
  /** The part of the token that the mail carries. */
  mailed: { token_id: string; kid: string; expires_at: string };
};

/** Creates a one-time token for an address, under the newest key. It expires after `hours`, by default after the hours of its purpose. */
export async function createOneTimeToken(
  { newest }: SigningKeys,
  purpose: MailPurpose,
  email: string,
  hours = lifetimes[purpose],
): Promise<NewOneTimeToken> {
  const id = crypto.randomUUID();
  const { token, code } = await deriveOneTimeToken(newest.oneTimeSecret, id);
  const expiresAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  return {
    purpose,
    email,
    tokenHash: await sha256(token),
    codeHmac: await createCodeHmac(newest.oneTimeSecret, email, code),
    expiresAt,
    mailed: { token_id: id, kid: newest.kid, expires_at: expiresAt },
  };
}

/** Returns the possible stored forms of a typed code: one HMAC for each key that may have made it. */
export const createCodeHmacs = ({ all }: SigningKeys, email: string, code: string): Promise<string[]> =>
  Promise.all(all.map(({ oneTimeSecret }) => createCodeHmac(oneTimeSecret, email, code)));
