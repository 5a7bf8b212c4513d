import { timeZone } from "#cms/content/site.ts";
import type { FieldCode } from "./field-code.ts";

/** Parts of the day for which a visitor can request a meeting, by the company's clock. */
export const meetingParts = ["morning", "afternoon"] as const;
export type MeetingPart = (typeof meetingParts)[number];

/** Number of days ahead for which a meeting can be requested. */
const horizonDays = 90;

/** The form of a day, as `<input type=date>` of HTML sends it. */
export const dayPattern = /^\d{4}-\d\d-\d\d$/;

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date) => date.toISOString().slice(0, 10);

/** Returns whether a text is a calendar day, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  dayPattern.test(text) && !Number.isNaN(toDate(text).getTime()) && toDay(toDate(text)) === text;

/** Returns the day of a moment in the company's time zone, `YYYY-MM-DD`. */
export function toCompanyDay(moment: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit" },
  }).formatToParts(moment);
  const getPart = (partType: string) => parts.find(({ type }) => type === partType)?.value;
  return `${getPart("year")}-${getPart("month")}-${getPart("day")}`;
}

/** Adds days to a calendar day, `YYYY-MM-DD`, regardless of time zones. */
function addDays(day: string, days: number): string {
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + days);
  return toDay(date);
}

export const isWeekend = (day: string): boolean => [0, 6].includes(toDate(day).getUTCDay());

/** Returns the first and last day that a form offers for a meeting. The first is the next working day after `today`. */
export function getOfferedDays(today: string): { first: string; last: string } {
  let first = addDays(today, 1);
  while (isWeekend(first)) first = addDays(first, 1);
  return { first, last: addDays(today, horizonDays) };
}

/**
 * Returns the reason why no meeting is possible on a day, or null. Today is valid, because the browser may have stored
 * the unsent message since yesterday.
 */
export function findDayProblem(day: string, today: string): FieldCode | null {
  if (!isDay(day)) return "invalid_day";
  if (day < today) return "day_past";
  if (day > getOfferedDays(today).last) return "day_too_far";
  return isWeekend(day) ? "day_on_weekend" : null;
}
