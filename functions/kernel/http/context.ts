import type { Role } from "#functions/contract/answers.schema.ts";
import type { Environment } from "#functions/env.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import type { Client } from "./client.ts";

/** Hashes and verifies passwords with Argon2id (RFC 9106) in PHC notation. Passwords are compared in Unicode NFC. */
export type Passwords = {
  /**
   * Waits until the given number of hashes may be computed.
   * @throws AuthError over_request_rate_limit when too many requests wait
   */
  awaitHashingTurn(hashCount: number): Promise<void>;
  hashPassword(password: string): string;
  /**
   * Compares `password` with `hash`. A hash of null stands for an account that does not exist and costs the same time.
   * `needsRehash` is true if the hash has outdated parameters.
   */
  verifyPassword(password: string, hash: string | null): { valid: boolean; needsRehash: boolean };
};

/** The requirements of a request beside an active session, and the claims of its work. */
export type Needs = {
  role?: Role | undefined;
  /**
   * The right to change the account. A session that lacks a required passkey has it only for a new password after a
   * recovery mail.
   */
  change?: "account" | "password" | undefined;
  /** The service whose claims the work has. Without it, the work has the caller's own claims. */
  service?: "auth" | undefined;
};

/** Returns the transaction of a caller. It checks the session and the needs, then runs the work, or rejects both. */
type Authorize = (database: Database, caller: Caller, needs: Needs) => Transaction;

/** The bindings and variables of a request in Hono. */
export type AppEnv = {
  Bindings: Record<string, unknown>;
  Variables: {
    environment: Environment;
    /** Belongs to one request: its calls share one time limit. */
    database: Database;
    passwords: Passwords;
    client: Client;
    requestId: string;
    /** The holder of the access token. Only the database knows whether the session is still active. */
    caller: Caller;
    /** The accounts' check of sessions and rights. */
    authorize: Authorize;
    /** Checks the session and the rights of the caller and runs statements, in one transaction, or rejects them. */
    authorized: Transaction;
    /** Set by a call that leaves no due work in the database, even if it has changed something. */
    leavesNoWork: true;
    /** Code of the error in the answer, for the log. */
    problem: string;
    /** Cause of an unexpected error, for the log. */
    fault: unknown;
  };
};
