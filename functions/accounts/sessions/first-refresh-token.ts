import { type Query, sql } from "#functions/kernel/database/sql.ts";

/** Gives a session that has begun its first refresh token. */
export const firstRefreshTokenQuery = (sessionId: string, hash: string): Query => sql`
  insert into refresh_tokens (token_hash, session_id)
  select decode(${hash}, 'hex'), id from sessions where id = ${sessionId}`;
