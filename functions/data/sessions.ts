import type { Caller } from "../auth/access-tokens.ts";
import { type Account, accountOf } from "./accounts.ts";
import { unauthenticated } from "./authorisation.ts";
import { type Database, sql } from "./database.ts";

export type NewSession = {
  sessionId: string;
  accountId: string;
  /** The hash that the password was verified against: if it has been changed since, no session starts. */
  passwordHash: string;
  /** A hash with today's parameters, to replace it. */
  renewedHash: string | null;
  refreshTokenHash: string;
  userAgent: string | null;
};

/** Starts a session with its first refresh token; null when the password is no longer the one that was verified. */
export async function startSession(database: Database, session: NewSession): Promise<Account | null> {
  const [, , [row] = []] = await database.run({ service: "auth" }, [
    sql`
      insert into sessions (id, account_id, user_agent)
      select ${session.sessionId}::uuid, id, ${session.userAgent}
      from accounts where id = ${session.accountId} and password_hash = ${session.passwordHash}`,
    sql`
      insert into refresh_tokens (token_hash, session_id)
      select decode(${session.refreshTokenHash}, 'hex'), id from sessions where id = ${session.sessionId}`,
    sql`
      update accounts
      set last_sign_in_at = now(), password_hash = coalesce(${session.renewedHash}, password_hash)
      where id = (select account_id from sessions where id = ${session.sessionId})
      returning id, email, email_confirmed_at, last_sign_in_at, created_at, updated_at`,
  ]);
  return row ? accountOf(row) : null;
}

/** Which sessions a sign-out ends: every one of the account, the caller's, or all but the caller's. */
export const signOutScopes = ["global", "local", "others"] as const;
export type SignOutScope = (typeof signOutScopes)[number];

/** Signs the caller out; the access tokens of the ended sessions are refused at once. @throws Problem unauthenticated */
export async function endSessions(
  database: Database,
  { accountId, sessionId }: Caller,
  scope: SignOutScope,
): Promise<void> {
  const [[living] = []] = await database.run({ service: "auth" }, [
    sql`
      select id from sessions
      where id = ${sessionId} and account_id = ${accountId} and ended_at is null
      for update`,
    sql`
      update sessions set ended_at = now()
      where account_id = ${accountId} and ended_at is null
        and (${scope} = 'global' or (id = ${sessionId}) = (${scope} = 'local'))
        and exists (
          select from sessions own
          where own.id = ${sessionId} and own.account_id = ${accountId} and own.ended_at is null
        )`,
  ]);
  if (!living) throw unauthenticated();
}
