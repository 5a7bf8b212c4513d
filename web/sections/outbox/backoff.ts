const shortest = 5_000;
const longest = 5 * 60_000;
const day = 24 * 60 * 60_000;

/** How long after that many tries, in milliseconds; longer where the answer asked for it (`retryAfter`, in seconds). */
export const backoff = (tries: number, retryAfter: number | null): number =>
  Math.max(Math.min(shortest * 2 ** (tries - 1), longest), (retryAfter ?? 0) * 1_000);

/** Whether a message has waited for too long to be sent without its sender. */
export const isTooOld = (since: number, now: number): boolean => now - since >= day;

/** How long until something has to be looked at again, in milliseconds; its moment may have passed. */
export const untilNext = (dueAt: readonly number[], now: number): number =>
  Math.min(Math.max(Math.min(...dueAt) - now, shortest), longest);
