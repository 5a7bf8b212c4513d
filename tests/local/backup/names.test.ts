import { expect, test } from "vitest";
import { listExpired, toBackupName, toBackupTime } from "#local/backup/names.ts";

const now = new Date("2026-11-23T02:15:00Z");
const nameBefore = (days: number) => toBackupName(new Date(now.getTime() - days * 86_400_000));

test("the name of a backup has its time, and other names have none", () => {
  expect(toBackupTime(toBackupName(now))).toEqual(now);
  expect(toBackupTime("notes.txt")).toBeNull();
});

test("keeps a backup a day for seven days, then one a week, and none for longer than 30 days", () => {
  const nightly = Array.from({ length: 60 }, (_, days) => nameBefore(days));
  const expiredNames = listExpired(nightly, now);
  const keptNames = nightly.filter((name) => !expiredNames.includes(name));
  expect(keptNames.slice(0, 7)).toEqual(nightly.slice(0, 7));
  expect(keptNames.length).toBeGreaterThanOrEqual(10);
  expect(keptNames.length).toBeLessThanOrEqual(12);
  expect(nightly.slice(31).every((name) => expiredNames.includes(name))).toBe(true);
});

test("keeps the last backup of a day, and never expires other files", () => {
  const morning = toBackupName(new Date("2026-11-22T02:00:00Z"));
  const evening = toBackupName(new Date("2026-11-22T20:00:00Z"));
  expect(listExpired([morning, evening, "notes.txt"], now)).toEqual([morning]);
});
