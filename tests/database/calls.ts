import { randomUUID } from "node:crypto";
import { neon } from "@neondatabase/serverless";
import type { Row, TestDatabase } from "../support/database.ts";

export type Claims = Record<string, string> | null;

export interface Calls {
  /** Runs one statement as the edge does for a caller with these claims. */
  as(claims: Claims, query: string, params?: unknown[]): Promise<Row[]>;
  /** Makes an account with a living session, and returns the claims of its tokens. */
  signIn(role: "admin" | "user"): Promise<{ sub: string; session_id: string }>;
}

export function callsOn(database: TestDatabase): Calls {
  const sql = neon(database.edgeUrl);
  return {
    async as(claims, query, params = []) {
      const [, rows = []] = await sql.transaction([
        sql`select set_claims(${claims ? JSON.stringify(claims) : ""})`,
        sql.query(query, params),
      ]);
      return rows;
    },
    async signIn(role) {
      const claims = { sub: randomUUID(), session_id: randomUUID() };
      const email = `${claims.sub}@guaria.example`;
      await database.asOwner("insert into accounts (id, email, password_hash) values ($1, $2, $3)", [
        claims.sub,
        email,
        "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
      ]);
      await database.asOwner("insert into profiles (user_id, role) values ($1, $2)", [claims.sub, role]);
      await database.asOwner("insert into sessions (id, account_id) values ($1, $2)", [
        claims.session_id,
        claims.sub,
      ]);
      return claims;
    },
  };
}
