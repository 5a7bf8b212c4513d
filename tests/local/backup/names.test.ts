import { expect, test } from "vitest";
import { expired, nameOf, timeOf } from "#local/backup/names.ts";

const now = new Date("2026-11-23T02:15:00Z");
const before = (days: number) => nameOf(new Date(now.getTime() - days * 86_400_000));

test("the name of a backup has its time, and other names have none", () => {
  expect(timeOf(nameOf(now))).toEqual(now);
  expect(timeOf("notes.txt")).toBeNull();
});

test("keeps a backup a day for seven days, then one a week, and none for longer than 30 days", () => {
  const nightly = Array.from({ length: 60 }, (_, days) => before(days));
  const gone = expired(nightly, now);
  const kept = nightly.filter((name) => !gone.includes(name));
  expect(kept.slice(0, 7)).toEqual(nightly.slice(0, 7));
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(kept.length).toBeLessThanOrEqual(12);
  expect(nightly.slice(31).every((name) => gone.includes(name))).toBe(true);
});

test("keeps the last backup of a day, and never expires other files", () => {
  const morning = nameOf(new Date("2026-11-22T02:00:00Z"));
  const evening = nameOf(new Date("2026-11-22T20:00:00Z"));
  expect(expired([morning, evening, "notes.txt"], now)).toEqual([morning]);
});
