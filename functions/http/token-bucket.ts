/** Takes a token; false where there is none left. */
export type TakeToken = () => boolean;

/**
 * A token bucket: `burst` calls at once, and `perSecond` in the long run. Of this isolate alone: it costs no one a question, and holds
 * back what comes through one data center.
 */
export function createTokenBucket(
  { burst, perSecond }: { burst: number; perSecond: number },
  now: () => number = Date.now,
): TakeToken {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const moment = now();
    tokens = Math.min(burst, tokens + ((moment - filledAt) / 1_000) * perSecond);
    filledAt = moment;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
