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
    /** Runs statements as the caller, or rejects them. */
    authorized: Transaction;
    /** Set by a call that leaves no due work in the database, even if it has changed something. */
    leavesNoWork: true;
    /** Code of the error in the answer, for the log. */
    problem: string;
    /** Cause of an unexpected error, for the log. */
    fault: unknown;
  };
};
