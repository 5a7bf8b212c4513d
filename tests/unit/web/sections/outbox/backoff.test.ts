import { expect, test } from "vitest";
import { getBackoffMs, getNextDelayMs, isTooOld } from "#web/sections/outbox/deliver.ts";

const minute = 60_000;

test("delays between attempts grow from five seconds to five minutes", () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 2000].map((tries) => getBackoffMs(tries, null) / 1000);
  expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test("an answer can lengthen the delay, but not shorten it", () => {
  expect(getBackoffMs(1, 30)).toBe(30_000);
  expect(getBackoffMs(7, 30)).toBe(5 * minute);
  expect(getBackoffMs(1, 0)).toBe(5_000);
  expect(getBackoffMs(1, 3600)).toBe(60 * minute);
});

test("a message waits for a day", () => {
  const day = 24 * 60 * minute;
  expect(isTooOld(1_000, 1_000 + day - 1)).toBe(false);
  expect(isTooOld(1_000, 1_000 + day)).toBe(true);
  // The clock was set back.
  expect(isTooOld(day, 0)).toBe(false);
});

test("the next check is at the first due message, after five seconds to five minutes", () => {
  expect(getNextDelayMs([90_000, 40_000], 10_000)).toBe(30_000);
  // Another tab is sending the message.
  expect(getNextDelayMs([0], 10_000)).toBe(5_000);
  expect(getNextDelayMs([24 * 60 * minute], 0)).toBe(5 * minute);
});
