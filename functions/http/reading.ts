import type { Context } from "hono";
import type { AppEnv } from "#functions/context.ts";
import { authorise } from "#functions/data/authorisation.ts";
import { connect, connectReplica } from "#functions/data/database.ts";
import type { Transaction } from "#functions/data/named-results.ts";
import { describeFault, logLine } from "#functions/log.ts";

/**
 * Transactions of an administrator that only read, and may be seconds old: at the read replica, where there is one. The database itself
 * is asked first who is calling, because it alone knows who has just been signed out; and it does the work where the replica
 * does not, because it is away, or has not heard of a session yet. Each has the database's time to itself.
 * @throws Refusal unauthenticated, forbidden, passkey_required, unavailable
 */
export function reading(c: Context<AppEnv>): Transaction {
  const { environment, caller, requestId } = c.var;
  const who = { role: "admin", limits: environment } as const;
  return async (statements) => {
    const authorised = authorise(connect(environment), caller, who);
    const replica = connectReplica(environment);
    if (!replica) return authorised(statements);
    await authorised({});
    try {
      return await authorise(replica, caller, who)(statements);
    } catch (fault) {
      logLine({ request_id: requestId, event: "replica_not_read", ...describeFault(fault) });
      return authorised(statements);
    }
  };
}
