import { AuthError } from "#functions/accounts/auth-error.ts";
import type { Passwords } from "#functions/kernel/http/context.ts";

// The time reserved for a hash, in milliseconds. It exceeds the duration of a hash, so that other calls get time
// between two hashes.
const slotMs = 60;

// The maximum wait, in milliseconds. A call that would wait longer is rejected, because a late hash is useless.
const maxWaitMs = 5_000;

/**
 * Creates turns to hash passwords in this isolate. A hash blocks the processor, and concurrent hashes would block all
 * other calls until the last hash ends. So the hashes of a call get a time slot of their own, which outlasts them. This
 * is a timetable, not a queue, because a request of a Worker must not wait for promises of other requests.
 */
export function createHashingTurns(now: () => number = Date.now): Passwords["awaitHashingTurn"] {
  let freeAtMs = 0;
  return async (hashCount) => {
    const requestedAtMs = now();
    const startMs = Math.max(requestedAtMs, freeAtMs);
    if (startMs - requestedAtMs > maxWaitMs) {
      const headers = { "Retry-After": "5" };
      throw new AuthError(429, "over_request_rate_limit", "Too many sign-ins at this moment", { headers });
    }
    freeAtMs = startMs + hashCount * slotMs;
    if (startMs > requestedAtMs) await new Promise((resolve) => setTimeout(resolve, startMs - requestedAtMs));
  };
}
