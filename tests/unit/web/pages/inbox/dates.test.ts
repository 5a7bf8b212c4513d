import { expect, test } from "vitest";
import { formatMoment } from "#web/language/formatters.ts";
import { formatDuration, formatShortDay } from "#web/pages/inbox/statistics/dates.ts";

// Normalizes spaces, because every locale uses its own.
const normalizeSpaces = (text: string) => text.replace(/\s/g, " ");

test("the time of a message is in Costa Rica's time zone and the page's language", () => {
  const createdAt = "2026-11-20T03:05:00.000Z";
  expect(normalizeSpaces(formatMoment(createdAt, "es"))).toMatch(/^jueves, 19 de noviembre de 2026.*9:05 p/);
  expect(formatMoment(createdAt, "es")).toMatch(/9:05\u00a0p\.\u00a0m\.$/);
  expect(normalizeSpaces(formatMoment(createdAt, "en"))).toMatch(/^Thursday, November 19, 2026.*9:05 PM/);
});

test("a day of the statistics is independent of the browser's time zone", () => {
  expect(normalizeSpaces(formatShortDay("2026-11-01", "es"))).toBe("1 nov");
  expect(normalizeSpaces(formatShortDay("2026-11-01", "en"))).toBe("Nov 1");
});

test("formats a duration in its two largest units", () => {
  expect(normalizeSpaces(formatDuration(42.4, "es"))).toBe("42 s");
  expect(normalizeSpaces(formatDuration(61 * 60, "es"))).toBe("1 h 1 min");
  expect(normalizeSpaces(formatDuration(7_200, "en"))).toBe("2 hr");
  expect(normalizeSpaces(formatDuration(90_000, "en"))).toBe("1 day 1 hr");
});
