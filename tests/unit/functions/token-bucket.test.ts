import { expect, test } from "vitest";
import { createNetworkBuckets, createTokenBucket } from "#functions/kernel/http/token-bucket.ts";

/** How many of so many calls are let through. */
const through = (take: () => boolean, calls: number) =>
  Array.from({ length: calls }, take).filter((taken) => taken).length;

test("lets a burst through, then so many a second, and no more after a pause than another burst", () => {
  let now = 1_000;
  const take = createTokenBucket({ burst: 60, perSecond: 10 }, () => now);
  expect(through(take, 100)).toBe(60);
  now += 500;
  expect(through(take, 100)).toBe(5);
  now += 3_600_000;
  expect(through(take, 100)).toBe(60);
});

test("gives each network a bucket of its own, and none to a caller whose network is not known", () => {
  const take = createNetworkBuckets({ burst: 3, perSecond: 1 }, () => 1_000);
  const network = (unit: string) => ({ unit, area: "198.51.100.0/24" });
  expect(through(() => take(network("198.51.100.1")), 5)).toBe(3);
  expect(through(() => take(network("198.51.100.2")), 5)).toBe(3);
  expect(through(() => take(null), 5)).toBe(5);
});
