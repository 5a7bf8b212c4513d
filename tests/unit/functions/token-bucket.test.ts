import { describe, expect, test } from "vitest";
import { toNetwork } from "#functions/kernel/http/network.ts";
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

describe("the buckets of networks", () => {
  const rate = { burst: 3, perSecond: 1 };
  const createTaker = () => {
    const take = createNetworkBuckets(rate, () => 1_000);
    return (address: string) => take(toNetwork(address));
  };
  const countFrom = (take: (address: string) => boolean, addresses: string[]) =>
    addresses.filter((address) => take(address)).length;
  const createAddresses = (count: number, toAddress: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => toAddress(index));
  const hex = (index: number) => index.toString(16);

  test("are separate, and an unknown network has no limit", () => {
    const take = createNetworkBuckets(rate, () => 1_000);
    const createNetwork = (unit: string) => ({ unit, area: "198.51.100.0/24" });
    expect(countAccepted(() => take(createNetwork("198.51.100.1")), 5)).toBe(3);
    expect(countAccepted(() => take(createNetwork("198.51.100.2")), 5)).toBe(3);
    expect(countAccepted(() => take(null), 5)).toBe(5);
  });

  test.each([
    ["all addresses of a /64 as one", 3, (index: number) => `2001:db8:1:1::${hex(index)}`],
    ["all networks of a /48 as five", 15, (index: number) => `2001:db8:1:${hex(index)}::1`],
    ["one address of IPv4", 3, () => "203.0.113.7"],
    ["one address of IPv4 that is written as IPv6", 3, () => "::ffff:cb00:7107"],
    ["all addresses of a /24 as five", 15, (index: number) => `203.0.113.${index % 256}`],
  ])("count %s", (_, accepted, toAddress) => {
    expect(countFrom(createTaker(), createAddresses(4_000, toAddress))).toBe(accepted);
  });

  test("keep an empty bucket while thousands of other networks call", () => {
    const take = createTaker();
    for (let index = 0; index < 6_000; index += 1) {
      take(`10.${index >> 8}.${index & 255}.1`);
      if (index >= 3) expect(take("203.0.113.7")).toBe(false);
      else take("203.0.113.7");
    }
  });
});
