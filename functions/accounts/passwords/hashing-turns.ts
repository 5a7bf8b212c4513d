import { AuthError } from "#functions/accounts/auth-error.ts";
import type { Passwords } from "#functions/kernel/http/context.ts";

// What is set aside for one hash, in milliseconds: somewhat more than it takes, so that there is time left between two of them
// for whoever does not wait for a hash.
const slot = 60;

// Who would wait longer is told to come back: a hash that comes too late is of use to no one.
const longestWait = 5_000;

// The refusal of a call that asks for a hash while too many wait for theirs.
const tooManyHashes = (): AuthError =>
  new AuthError(429, "over_request_rate_limit", "Too many sign-ins at this moment", {
    headers: { "Retry-After": "5" },
  });

/**
 * Turns at the processor. A hash keeps it from everything else, and many of them at once would keep everyone else waiting
 * until the last is done; so each begins at a time of its own, with a pause before it. It is a timetable and no queue: requests must not
 * wait for one another's promises.
 */
export function createHashingTurns(now: () => number = Date.now): Passwords["hashingTurn"] {
  let freeAt = 0;
  return async (hashes) => {
    const asked = now();
    const begin = Math.max(asked, freeAt);
    if (begin - asked > longestWait) throw tooManyHashes();
    freeAt = begin + hashes * slot;
    if (begin > asked) await new Promise((resolve) => setTimeout(resolve, begin - asked));
  };
}
