import { describe, expect, test } from "vitest";
import { formatAge } from "#web/language/age.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { formatDay, formatDuration } from "#web/pages/inbox/statistics/dates.ts";

const now = Date.parse("2026-11-20T18:00:00.000Z");
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
// Normalizes spaces, because every locale uses its own.
const plain = (words: string) => words.replace(/\s/g, " ");

describe("the age of a message", () => {
  test("is in the page's language", () => {
    expect(plain(formatAge(ago(20_000), now, "es"))).toBe("ahora");
    expect(plain(formatAge(ago(5 * minute), now, "es"))).toBe("hace 5 min");
    expect(plain(formatAge(ago(3 * hour), now, "es"))).toBe("hace 3 h");
    expect(plain(formatAge(ago(day), now, "es"))).toBe("ayer");
    expect(plain(formatAge(ago(20_000), now, "en"))).toBe("now");
    expect(plain(formatAge(ago(5 * minute), now, "en"))).toBe("5 min. ago");
    expect(plain(formatAge(ago(3 * day), now, "en"))).toBe("3 days ago");
  });

  test("is the date after a week, in the company's time zone", () => {
    const lateEvening = "2026-11-02T04:30:00.000Z";
    expect(plain(formatAge(lateEvening, now, "es"))).toBe("1 nov 2026");
    expect(plain(formatAge(lateEvening, now, "en"))).toBe("Nov 1, 2026");
  });

  test("is never in the future, with any difference of clocks", () => {
    expect(formatAge(ago(-5 * minute), now, "es")).toBe("ahora");
  });
});

test("the time of a message is in Costa Rica's time zone and the page's language", () => {
  const createdAt = "2026-11-20T03:05:00.000Z";
  expect(plain(formatMoment(createdAt, "es"))).toMatch(/^jueves, 19 de noviembre de 2026.*9:05 p/);
  expect(formatMoment(createdAt, "es")).toMatch(/9:05\u00a0p\.\u00a0m\.$/);
  expect(plain(formatMoment(createdAt, "en"))).toMatch(/^Thursday, November 19, 2026.*9:05 PM/);
});

test("a day of the statistics is independent of the browser's time zone", () => {
  expect(plain(formatDay("2026-11-01", "es"))).toBe("1 nov");
  expect(plain(formatDay("2026-11-01", "en"))).toBe("Nov 1");
});

test("formats a duration in its two largest units", () => {
  expect(plain(formatDuration(42.4, "es"))).toBe("42 s");
  expect(plain(formatDuration(61 * 60, "es"))).toBe("1 h 1 min");
  expect(plain(formatDuration(7_200, "en"))).toBe("2 hr");
  expect(plain(formatDuration(90_000, "en"))).toBe("1 day 1 hr");
});
