import { expect, test } from "vitest";
import { createNetworkBuckets, createTokenBucket } from "#functions/kernel/http/token-bucket.ts";

/** Returns the number of accepted calls. */
const through = (take: () => boolean, calls: number) =>
  Array.from({ length: calls }, take).filter((taken) => taken).length;

test("accepts a burst, then the rate per second, and after a pause at most another burst", () => {
  let now = 1_000;
  const take = createTokenBucket({ burst: 60, perSecond: 10 }, () => now);
  expect(through(take, 100)).toBe(60);
  now += 500;
  expect(through(take, 100)).toBe(5);
  now += 3_600_000;
  expect(through(take, 100)).toBe(60);
});

test("has a bucket for every network, and no limit for an unknown network", () => {
  const take = createNetworkBuckets({ burst: 3, perSecond: 1 }, () => 1_000);
  const network = (unit: string) => ({ unit, area: "198.51.100.0/24" });
  expect(through(() => take(network("198.51.100.1")), 5)).toBe(3);
  expect(through(() => take(network("198.51.100.2")), 5)).toBe(3);
  expect(through(() => take(null), 5)).toBe(5);
});
