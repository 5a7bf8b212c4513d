import { describe, expect, test } from "vitest";
import { formatMoment, toClock, toMoment } from "#cms/scheduling/clock.ts";
import { createLabelFn } from "#cms/schema/labels.ts";

describe("a time is chosen in Costa Rica's time zone and stored in UTC", () => {
  test.each([
    ["2026-11-24", "09:00", "2026-11-24T15:00:00.000Z"],
    ["2026-11-24", "00:00", "2026-11-24T06:00:00.000Z"],
    ["2026-12-31", "23:59", "2027-01-01T05:59:00.000Z"],
    ["2028-02-29", "18:00", "2028-03-01T00:00:00.000Z"],
    // Costa Rica has no daylight saving time, so no hour is missing.
    ["2026-03-29", "02:30", "2026-03-29T08:30:00.000Z"],
  ])("%s at %s is %s, and back", (date, time, moment) => {
    expect(toMoment({ date, time })?.toISOString()).toBe(moment);
    expect(toClock(new Date(moment))).toEqual({ date, time });
  });

  test.each([
    ["", "09:00"],
    ["2026-11-24", ""],
    ["2026-13-01", "09:00"],
  ])("rejects %j at %j", (date, time) => {
    expect(toMoment({ date, time })).toBeNull();
  });
});

test("formats a time in the language of the Studio, with the year if it is not the current one", () => {
  const moment = new Date("2026-11-24T15:00:00Z");
  const currentTime = new Date("2026-11-22T15:00:00Z");
  expect(formatMoment(moment, createLabelFn("es"), currentTime)).toBe("martes, 24 de noviembre, 09:00");
  expect(formatMoment(moment, createLabelFn("en"), currentTime)).toBe("Tuesday, November 24 at 09:00");
  expect(formatMoment(moment, createLabelFn("es"), new Date("2025-12-31T15:00:00Z"))).toContain("2026");
});
