import type { Language } from "#cms/content/site.ts";
import { unknownPasswordHash } from "#functions/accounts/passwords/passwords.ts";
import type { MailPurpose } from "#functions/contract/account.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createCodeHmac, deriveOneTimeToken } from "#functions/kernel/crypto/links.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { mailQuery, mailsQuery } from "#functions/mail/index.ts";

type TokenContents = {
  /** The password hash of a sign-up, or the query that selects it. */
  passwordHash?: string | Query | null;
  /** The metadata of a sign-up as JSON, or the query that selects it. */
  userMetadata?: string | Query | null;
  /** The new address of a change of address, and the half that this token proves. */
  change?: { newEmail: string; half: "current" | "new" };
  /** The account id of the administrator who invites. */
  invitedBy?: string;
  /** A SQL condition that is true if the token is mailed, which is the default. */
  mailed?: Query;
};

/**
 * Returns the statement that stores a one-time token for every account that matches the condition. The token is spent
 * at once if it is not `mailed`, or if the address of a sign-up is already confirmed. A spent token keeps the password,
 * so a sign-in reveals nothing about the account, and `confirmQueries` detects sign-ups with different passwords.
 */
export function storeTokenQuery(
  { purpose, email, tokenHash, codeHmac, expiresAt }: NewOneTimeToken,
  condition: Query,
  {
    passwordHash = null,
    userMetadata = null,
    change,
    invitedBy,
    mailed: isMailed = sql`true`,
  }: TokenContents = {},
): Query {
  return sql`
    insert into one_time_tokens
      (token_hash, account_id, purpose, email, code_hmac, password_hash, user_metadata, new_email, half, invited_by,
        expires_at, spent_at)
    select decode(${tokenHash}, 'hex'), accounts.id, ${purpose}, ${email}, decode(${codeHmac}, 'hex'),
      (${passwordHash})::text, (${userMetadata})::jsonb, ${change?.newEmail ?? null}::text, ${change?.half ?? null}::text,
      ${invitedBy ?? null}::uuid, ${expiresAt}::timestamptz,
      case when not (${isMailed}) or ${purpose} = 'signup' and accounts.email_confirmed_at is not null then now() end
    from accounts where ${condition}`;
}

/**
 * Returns a SQL condition that is true once the token is stored and not spent. With `spendable` false, it is true once
 * the token is stored as spent, as without a mail (`storeTokenQuery`).
 */
export const isStored = ({ tokenHash }: NewOneTimeToken, spendable = true): Query =>
  sql`exists (
    select from one_time_tokens
    where token_hash = decode(${tokenHash}, 'hex') and (spent_at is null) = ${spendable}::boolean
  )`;

/** Returns the statement that mails a stored token to its address, unless it was stored as spent. */
export const mailTokenQuery = (kind: "confirm_sign_up", token: NewOneTimeToken, language: Language): Query =>
  mailQuery({ kind, payload: { to: token.email, language, ...token.mailPayload } }, isStored(token));

/**
 * Returns the statements that mail a stored recovery token. An administrator without a password, such as the first one
 * of a deployment, gets the mail about a first password.
 */
export function mailRecoveryQueries(token: NewOneTimeToken, language: Language): Query[] {
  const payload = { to: token.email, language, ...token.mailPayload };
  const isFirst = sql`exists (
    select from accounts join profiles on user_id = accounts.id
    where accounts.email = ${token.email} and role = 'admin' and password_hash = ${unknownPasswordHash}
  )`;
  return [
    mailQuery({ kind: "recover", payload }, sql`${isStored(token)} and not ${isFirst}`),
    mailQuery(
      { kind: "recover", payload: { ...payload, first: true } },
      sql`${isStored(token)} and ${isFirst}`,
    ),
  ];
}

/**
 * Returns the statement that mails a stored invitation. `inviter` is the SQL expression of the inviting administrator's
 * address.
 */
export const mailInvitationQuery = (token: NewOneTimeToken, language: Language, inviter: Query): Query => {
  const payload = { to: token.email, language, ...token.mailPayload };
  return mailsQuery(
    "administrator_invited",
    sql`
      select ${JSON.stringify(payload)}::jsonb || jsonb_build_object('invited_by', ${inviter}::text) as payload
      where ${isStored(token)}`,
  );
};

// A token that was stored as spent was never mailed. Until it expires, a sign-in with its password gets the response
// for an unconfirmed address, whatever the account's owner does meanwhile.
const isBlank = sql`(purpose = 'signup' and spent_at = created_at)`;

/** Returns the statement that deletes mailed tokens that match the condition, because their reason is gone. */
export const dropTokensQuery = (condition: Query): Query =>
  sql`delete from one_time_tokens where ${condition} and not ${isBlank}`;

/**
 * Selects the password hash of the latest unexpired sign-up with an address. It includes sign-ups without a mail, so
 * that later responses do not reveal whether the address has an account.
 */
export const pendingPasswordQuery = (email: string): Query => sql`
  select password_hash from one_time_tokens
  where email = ${email} and purpose = 'signup' and expires_at > now()
  order by created_at desc limit 1`;

/** The lifetimes of tokens, in hours. */
const lifetimeHours: Record<MailPurpose, number> = { signup: 24, recovery: 1, invite: 72, email_change: 24 };

/** A one-time token to store (as hashes) and to mail (as its id and key). */
export type NewOneTimeToken = {
  purpose: MailPurpose;
  email: string;
  tokenHash: string;
  /** Null for an invitation, whose mail has no code. */
  codeHmac: string | null;
  /** ISO 8601. */
  expiresAt: string;
  /** The part of the token that is stored with the mail. */
  mailPayload: { token_id: string; kid: string; expires_at: string };
};

/** Creates a one-time token for an address with the signing key. Its lifetime is that of its purpose, or `hours`. */
export async function createOneTimeToken(
  { signing }: SigningKeys,
  purpose: MailPurpose,
  email: string,
  hours = lifetimeHours[purpose],
): Promise<NewOneTimeToken> {
  const id = crypto.randomUUID();
  const { token, code } = await deriveOneTimeToken(signing.oneTimeSecret, id);
  const expiresAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  return {
    purpose,
    email,
    tokenHash: await sha256(token),
    codeHmac: purpose === "invite" ? null : await createCodeHmac(signing.oneTimeSecret, email, code),
    expiresAt,
    mailPayload: { token_id: id, kid: signing.kid, expires_at: expiresAt },
  };
}

/** Returns the possible stored forms of a typed code: one HMAC for each key that may have derived it. */
export const createCodeHmacs = ({ all }: SigningKeys, email: string, code: string): Promise<string[]> =>
  Promise.all(all.map(({ oneTimeSecret }) => createCodeHmac(oneTimeSecret, email, code)));
