import { expect, test } from "vitest";
import { formatAge } from "#web/language/age.ts";

/** Returns the milliseconds of a time in the company's time zone, six hours behind UTC. */
const toMilliseconds = (time: string) => Date.parse(`${time}-06:00`);

test.each([
  ["2026-11-25T12:00:00", "2026-11-25T12:00:30", "ahora"],
  ["2026-11-25T23:50:00", "2026-11-26T00:10:00", "hace 20 min"],
  ["2026-11-25T08:00:00", "2026-11-25T19:30:00", "hace 11 h"],
  ["2026-11-25T23:00:00", "2026-11-26T00:10:00", "ayer"],
  ["2026-11-25T00:30:00", "2026-11-26T23:30:00", "ayer"],
  ["2026-11-24T23:30:00", "2026-11-26T00:30:00", "anteayer"],
  ["2026-11-24T09:00:00", "2026-11-26T08:00:00", "anteayer"],
  ["2026-11-20T23:59:00", "2026-11-26T00:01:00", "hace 6 días"],
  ["2026-11-19T23:59:00", "2026-11-26T00:01:00", "19 nov 2026"],
])("the age of %s at %s is %s", (createdAt, currentTime, age) => {
  expect(
    formatAge(new Date(toMilliseconds(createdAt)).toISOString(), toMilliseconds(currentTime), "es"),
  ).toBe(age);
});

test("a clock that is behind shows a new message as now", () => {
  expect(
    formatAge(
      new Date(toMilliseconds("2026-11-25T12:00:30")).toISOString(),
      toMilliseconds("2026-11-25T12:00:00"),
      "en",
    ),
  ).toBe("now");
});
