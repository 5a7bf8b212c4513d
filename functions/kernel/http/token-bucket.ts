import type { Context } from "hono";
import { TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import { readClient } from "./client.ts";
import type { AppEnv } from "./context.ts";
import type { Network } from "./network.ts";

/** Takes a token; false where there is none left. */
export type TakeToken = () => boolean;

type Rate = { burst: number; perSecond: number };

/**
 * A token bucket: `burst` calls at once, and `perSecond` in the long run. It is of this isolate alone: it costs no question to the database,
 * and holds back what comes through one data center.
 */
export function createTokenBucket({ burst, perSecond }: Rate, now: () => number = Date.now): TakeToken {
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

/** Networks that an isolate has buckets for. Above that all of them begin anew. */
const maxNetworks = 5_000;

/** A token bucket for each network that calls. A call whose network is not known has none. */
export function createNetworkBuckets(rate: Rate, now: () => number = Date.now) {
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
 * Creates a rate limit per network for unauthenticated calls that reach the database or the CMS. One office needs less. A flood is rejected before
 * it costs a transaction. Each limit has separate buckets, so a flood of one call does not block another.
 * @returns a function that throws TooManyAttempts beyond the rate
 */
export function createCallLimit(rate: Rate = { burst: 600, perSecond: 20 }) {
  const takeToken = createNetworkBuckets(rate);
  return (c: Context<AppEnv>): void => {
    if (!takeToken(readClient(c).network)) throw new TooManyAttempts(1);
  };
}
