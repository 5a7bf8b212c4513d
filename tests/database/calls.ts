import { randomUUID } from "node:crypto";
import { neon } from "@neondatabase/serverless";
import { beforeAll } from "vitest";
import { type Row, startTestDatabase, type TestDatabase } from "../support/database.ts";
import { startForSuite } from "../support/suite.ts";

export type Claims = Record<string, string> | null;
type SessionClaims = { sub: string; session_id: string };

export interface Calls {
  /** Runs one statement as the edge does for a caller with these claims. */
  as(claims: Claims, query: string, params?: unknown[]): Promise<Row[]>;
  /** Creates an account with an active session and returns the claims of its tokens. */
  signIn(role: "admin" | "user"): Promise<SessionClaims>;
}

function createCalls(database: TestDatabase): Calls {
  return {
    async as(claims, query, params = []) {
      const sql = neon(database.edgeUrl);
      const [, rows = []] = await sql.transaction([
        sql`select set_claims(${claims ? JSON.stringify(claims) : ""})`,
        sql.query(query, params),
      ]);
      return rows;
    },
    async signIn(role) {
      const claims = { sub: randomUUID(), session_id: randomUUID() };
      const email = `${claims.sub}@guaria.example`;
      await database.asOwner(
        "insert into accounts (id, email, password_hash) values ($1, $2, '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA')",
        [claims.sub, email],
      );
      await database.asOwner("insert into profiles (user_id, role) values ($1, $2)", [claims.sub, role]);
      await database.asOwner("insert into sessions (id, account_id) values ($1, $2)", [
        claims.session_id,
        claims.sub,
      ]);
      return claims;
    },
  };
}

/** Starts a migrated database for the tests of a suite. */
export function databaseForSuite(server: string | null) {
  const database = startForSuite(() => startTestDatabase(server));
  const calls = createCalls(database);
  return {
    database,
    calls,
    /** Signs in before the first test. Returns the claims of that session. */
    signIn(role: "admin" | "user"): SessionClaims {
      const session = {} as SessionClaims;
      beforeAll(async () => {
        Object.assign(session, await calls.signIn(role));
      });
      return session;
    },
  };
}
