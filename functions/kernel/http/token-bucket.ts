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

/** Maximum number of buckets in one isolate. Beyond it the least recently used one is reset. */
const maxBuckets = 5_000;

/** Maximum calls of an area, as a multiple of the calls of one subscriber's network in it. */
const areaFactor = 5;

/** Creates token buckets by name, and returns the function that takes a token from one. */
function createBuckets(rate: BucketRate, now: () => number) {
  const buckets = new Map<string, TakeToken>();
  return (name: string): boolean => {
    const takeToken = buckets.get(name) ?? createTokenBucket(rate, now);
    buckets.delete(name);
    buckets.set(name, takeToken);
    const [oldestName] = buckets.keys();
    if (buckets.size > maxBuckets && oldestName !== undefined) buckets.delete(oldestName);
    return takeToken();
  };
}

/**
 * Creates a token bucket for each subscriber's network and for each area around it, because a subscriber may have
 * thousands of networks in IPv6. Returns the function that takes a token; false if none is left. Calls from an unknown
 * network are not limited.
 */
export function createNetworkBuckets(rate: BucketRate, now: () => number = Date.now) {
  const takeFromUnit = createBuckets(rate, now);
  const areaRate = { burst: areaFactor * rate.burst, perSecond: areaFactor * rate.perSecond };
  const takeFromArea = createBuckets(areaRate, now);
  // The narrower bucket comes first, because a call that it rejects costs the area nothing.
  return (network: Network | null): boolean =>
    !network || (takeFromUnit(network.unit) && takeFromArea(network.area));
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
