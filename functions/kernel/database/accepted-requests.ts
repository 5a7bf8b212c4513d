import { type Query, sql } from "./sql.ts";

/**
 * A signed request that counts once: `hash` identifies it (SHA-256, hexadecimal), `acceptanceId` is a new UUID of the
 * call.
 */
export type SignedRequest = { hash: string; acceptanceId: string };

/**
 * Returns the statement that records the acceptance of a signed request, such as a webhook or a passkey's answer. It
 * does so only if the condition holds and no earlier call has accepted the request.
 */
export const acceptQuery = (
  { hash, acceptanceId }: SignedRequest,
  condition: Query = sql`true`,
): Query => sql`
  insert into accepted_requests (request_hash, acceptance_id)
  select decode(${hash}, 'hex'), ${acceptanceId}::uuid where ${condition}
  on conflict (request_hash) do nothing`;

/** Returns the condition that this call has accepted the request. It follows `acceptQuery` in the same transaction. */
export const isAcceptedNow = ({ hash, acceptanceId }: SignedRequest): Query => sql`exists (
  select from accepted_requests
  where request_hash = decode(${hash}, 'hex') and acceptance_id = ${acceptanceId}::uuid
)`;
