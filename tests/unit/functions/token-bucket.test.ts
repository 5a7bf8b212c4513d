import { expect, test } from "vitest";
import { createNetworkBuckets, createTokenBucket } from "#functions/kernel/http/token-bucket.ts";

/** Returns the number of accepted calls. */
const countAccepted = (take: () => boolean, calls: number) =>
  Array.from({ length: calls }, take).filter((isAccepted) => isAccepted).length;

test("accepts a burst, then the rate per second, and after a pause at most another burst", () => {
  let nowMs = 1_000;
  const take = createTokenBucket({ burst: 60, perSecond: 10 }, () => nowMs);
  expect(countAccepted(take, 100)).toBe(60);
  nowMs += 500;
  expect(countAccepted(take, 100)).toBe(5);
  nowMs += 3_600_000;
  expect(countAccepted(take, 100)).toBe(60);
});

test("has a bucket for every network, and no limit for an unknown network", () => {
  const take = createNetworkBuckets({ burst: 3, perSecond: 1 }, () => 1_000);
  const createNetwork = (unit: string) => ({ unit, area: "198.51.100.0/24" });
  expect(countAccepted(() => take(createNetwork("198.51.100.1")), 5)).toBe(3);
  expect(countAccepted(() => take(createNetwork("198.51.100.2")), 5)).toBe(3);
  expect(countAccepted(() => take(null), 5)).toBe(5);
});
