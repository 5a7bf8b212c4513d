import type { Passwords } from "#functions/accounts/passwords/passwords.ts";
import type { Environment } from "#functions/env.ts";
import type { Caller } from "../crypto/access-tokens.ts";
import type { Database } from "../database/database.ts";
import type { Transaction } from "../database/named-results.ts";

/** What a request carries through Hono. */
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
