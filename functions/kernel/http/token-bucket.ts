import type { Context } from "hono";
import { TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import type { AppEnv } from "./context.ts";
import type { Network } from "./network.ts";

/** Takes a token. Returns false if none is left. */
export type TakeToken = () => boolean;

type BucketRate = { burst: number; perSecond: number };

/**
 * Creates a token bucket: `burst` calls at once, and `perSecond` in the long run. A bucket belongs to one isolate, so
 * the limit needs no database call, and the whole site may accept more.
 */
export function createTokenBucket({ burst, perSecond }: BucketRate, now: () => number = Date.now): TakeToken {
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

/** Maximum number of networks with a bucket in one isolate. Beyond it all buckets are reset. */
const maxNetworks = 5_000;

/**
 * Creates a token bucket for each network, and returns the function that takes a token; false if none is left. Calls
 * from an unknown network are not limited.
 */
export function createNetworkBuckets(rate: BucketRate, now: () => number = Date.now) {
  const buckets = new Map<string, TakeToken>();
  return (network: Network | null): boolean => {
    if (!network) return true;
    const takeToken = buckets.get(network.unit) ?? createTokenBucket(rate, now);
    if (!buckets.has(network.unit)) {
      if (buckets.size >= maxNetworks) buckets.clear();
      buckets.set(network.unit, takeToken);
    }
    return takeToken();
  };
}

/**
 * Creates a rate limit per network, in each isolate, for unauthenticated calls that reach the database or the CMS. The
 * default exceeds the needs of one office. A flood is rejected before it costs a transaction. Each limit has separate
 * buckets, so a flood of one call does not block another.
 * @returns a function that throws TooManyAttempts beyond the rate
 */
export function createCallLimit(rate: BucketRate = { burst: 600, perSecond: 20 }) {
  const takeToken = createNetworkBuckets(rate);
  return (c: Context<AppEnv>): void => {
    if (!takeToken(c.var.client.network)) throw new TooManyAttempts(1);
  };
}
