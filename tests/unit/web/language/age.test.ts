import { expect, test } from "vitest";
import { formatAge } from "#web/language/age.ts";

/** Returns the milliseconds of a time in the company's time zone, six hours behind UTC. */
const toMilliseconds = (time: string) => Date.parse(`${time}-06:00`);

test.each([
  ["es", "2026-11-25T12:00:00", "2026-11-25T12:00:30", "ahora"],
  ["es", "2026-11-25T23:50:00", "2026-11-26T00:10:00", "hace 20 min"],
  ["es", "2026-11-25T08:00:00", "2026-11-25T19:30:00", "hace 11 h"],
  ["es", "2026-11-25T23:00:00", "2026-11-26T00:10:00", "ayer"],
  ["es", "2026-11-25T00:30:00", "2026-11-26T23:30:00", "ayer"],
  ["es", "2026-11-24T23:30:00", "2026-11-26T00:30:00", "anteayer"],
  ["es", "2026-11-24T09:00:00", "2026-11-26T08:00:00", "anteayer"],
  ["es", "2026-11-20T23:59:00", "2026-11-26T00:01:00", "hace 6 días"],
  ["es", "2026-11-19T23:59:00", "2026-11-26T00:01:00", "19 nov 2026"],
  ["en", "2026-11-20T11:55:00", "2026-11-20T12:00:00", "5 min. ago"],
  ["en", "2026-11-17T12:00:00", "2026-11-20T12:00:00", "3 days ago"],
  ["en", "2026-11-01T22:30:00", "2026-11-20T12:00:00", "Nov 1, 2026"],
  // A clock that is behind shows a new message as now.
  ["en", "2026-11-25T12:00:30", "2026-11-25T12:00:00", "now"],
] as const)("in %s, the age of %s at %s is %s", (language, createdAt, currentTime, age) => {
  const formattedAge = formatAge(
    new Date(toMilliseconds(createdAt)).toISOString(),
    toMilliseconds(currentTime),
    language,
  );
  expect(formattedAge.replace(/\s/g, " ")).toBe(age);
});
