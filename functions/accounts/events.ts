import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { type Attempt, startsBackoff } from "./limits/store.ts";

export type AccountEvent = {
  kind:
    | "signed_up"
    | "confirmed"
    | "signed_in"
    | "sign_in_failed"
    | "signed_out"
    | "session_ended"
    | "refresh_reused"
    | "recovery_requested"
    | "password_changed"
    | "email_change_requested"
    | "email_changed"
    | "account_deleted"
    | "limited"
    | "passkey_added"
    | "passkey_removed"
    | "recovery_codes_made"
    | "recovery_codes_removed"
    | "sign_in_rules_changed"
    | "first_passkey_opened"
    | "administrator_invited";
  /** Null for an address without an account. */
  accountId: string | null;
  sessionId?: string | null;
  /** Contains neither secrets nor addresses. */
  detail?: Record<string, string>;
};

/**
 * Returns the statement that writes an audit event if the condition holds. In the transaction of a change, it records
 * every change. `client_address` gets only the area (IPv4 /24, IPv6 /48) of the client.
 */
export function eventQuery(
  { network, userAgent }: Client,
  { kind, accountId, sessionId = null, detail }: AccountEvent,
  condition: Query = sql`true`,
): Query {
  return sql`
    insert into account_events (account_id, kind, session_id, client_address, user_agent, detail)
    select ${accountId}::uuid, ${kind}, ${sessionId}::uuid, ${network?.area ?? null}, ${userAgent},
      ${detail ? JSON.stringify(detail) : null}::jsonb
    where ${condition}`;
}

/**
 * Returns the statement that writes an audit event for every row of `rows`, which selects or returns `account_id` and
 * `session_id`.
 */
export function eventsQuery({ network, userAgent }: Client, kind: AccountEvent["kind"], rows: Query): Query {
  return sql`
    with event_rows as (${rows})
    insert into account_events (account_id, kind, session_id, client_address, user_agent)
    select account_id, ${kind}, session_id, ${network?.area ?? null}, ${userAgent} from event_rows`;
}

/** Writes a failed sign-in to the audit, and a `limited` event if it started a backoff or spent a budget. */
export async function recordFailure(
  { database, client }: Pick<AppEnv["Variables"], "database" | "client">,
  attempt: Attempt,
  method: "passwords" | "passkeys",
  account: Pick<AccountEvent, "accountId" | "sessionId">,
): Promise<void> {
  await database.run("auth", {
    failed: eventQuery(client, {
      kind: "sign_in_failed",
      ...account,
      ...(method === "passkeys" && { detail: { method: "passkey" } }),
    }),
    limited: eventQuery(
      client,
      { kind: "limited", ...account, detail: { what: method } },
      startsBackoff(attempt),
    ),
  });
}
