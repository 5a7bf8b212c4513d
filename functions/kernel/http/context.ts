import type { Environment } from "#functions/env.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";

/** Hashes and verifies passwords with Argon2id (RFC 9106) in PHC notation. Passwords are compared in Unicode NFC. */
export type Passwords = {
  /** Waits until the given number of hashes may be computed. @throws AuthError over_request_rate_limit when too many requests wait */
  hashingTurn(hashes: number): Promise<void>;
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
    /** Lives as long as the request: its calls share one time limit. */
    database: Database;
    passwords: Passwords;
    requestId: string;
    /** Who holds the access token; whether the session still lives is known once the database was asked. */
    caller: Caller;
    /** Runs work as the caller, or refuses it. */
    authorised: Transaction;
    /** Set by a call that leaves nothing in the database that is due later, though it may have changed something. */
    leavesNoWork: true;
    /** The code of the error that was answered, for the log. */
    problem: string;
    /** What went wrong behind an unexpected error, for the log. */
    fault: unknown;
  };
};
