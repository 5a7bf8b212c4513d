import { describe, expect, test } from "vitest";
import { formatAge } from "#web/language/age.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { formatDay, formatDuration } from "#web/pages/inbox/statistics/dates.ts";

const nowMs = Date.parse("2026-11-20T18:00:00.000Z");
const toTimeAgo = (milliseconds: number) => new Date(nowMs - milliseconds).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
// Normalizes spaces, because every locale uses its own.
const normalizeSpaces = (text: string) => text.replace(/\s/g, " ");

describe("the age of a message", () => {
  test("is in the page's language", () => {
    expect(normalizeSpaces(formatAge(toTimeAgo(20_000), nowMs, "es"))).toBe("ahora");
    expect(normalizeSpaces(formatAge(toTimeAgo(5 * minute), nowMs, "es"))).toBe("hace 5 min");
    expect(normalizeSpaces(formatAge(toTimeAgo(3 * hour), nowMs, "es"))).toBe("hace 3 h");
    expect(normalizeSpaces(formatAge(toTimeAgo(day), nowMs, "es"))).toBe("ayer");
    expect(normalizeSpaces(formatAge(toTimeAgo(20_000), nowMs, "en"))).toBe("now");
    expect(normalizeSpaces(formatAge(toTimeAgo(5 * minute), nowMs, "en"))).toBe("5 min. ago");
    expect(normalizeSpaces(formatAge(toTimeAgo(3 * day), nowMs, "en"))).toBe("3 days ago");
  });

  test("is the date after a week, in the company's time zone", () => {
    const lateEvening = "2026-11-02T04:30:00.000Z";
    expect(normalizeSpaces(formatAge(lateEvening, nowMs, "es"))).toBe("1 nov 2026");
    expect(normalizeSpaces(formatAge(lateEvening, nowMs, "en"))).toBe("Nov 1, 2026");
  });

  test("is never in the future, with any difference of clocks", () => {
    expect(formatAge(toTimeAgo(-5 * minute), nowMs, "es")).toBe("ahora");
  });
});

test("the time of a message is in Costa Rica's time zone and the page's language", () => {
  const createdAt = "2026-11-20T03:05:00.000Z";
  expect(normalizeSpaces(formatMoment(createdAt, "es"))).toMatch(/^jueves, 19 de noviembre de 2026.*9:05 p/);
  expect(formatMoment(createdAt, "es")).toMatch(/9:05\u00a0p\.\u00a0m\.$/);
  expect(normalizeSpaces(formatMoment(createdAt, "en"))).toMatch(/^Thursday, November 19, 2026.*9:05 PM/);
});

test("a day of the statistics is independent of the browser's time zone", () => {
  expect(normalizeSpaces(formatDay("2026-11-01", "es"))).toBe("1 nov");
  expect(normalizeSpaces(formatDay("2026-11-01", "en"))).toBe("Nov 1");
});

test("formats a duration in its two largest units", () => {
  expect(normalizeSpaces(formatDuration(42.4, "es"))).toBe("42 s");
  expect(normalizeSpaces(formatDuration(61 * 60, "es"))).toBe("1 h 1 min");
  expect(normalizeSpaces(formatDuration(7_200, "en"))).toBe("2 hr");
  expect(normalizeSpaces(formatDuration(90_000, "en"))).toBe("1 day 1 hr");
});
