import { timeZone } from "#cms/content/site.ts";
import type { FieldCode } from "./field-code.ts";

/** The parts of a day that a visitor can ask for a meeting in, by the company's clock. */
export const meetingParts = ["morning", "afternoon"] as const;
export type MeetingPart = (typeof meetingParts)[number];

/** How many days ahead a meeting can be asked for. */
const horizon = 90;

/** What a day looks like, as HTML's `<input type=date>` writes it. */
export const dayPattern = /^\d{4}-\d\d-\d\d$/;

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  dayPattern.test(text) && !Number.isNaN(dateOf(text).getTime()) && dayOf(dateOf(text)) === text;

/** The day that it is at a moment where the company is, `YYYY-MM-DD`. */
export function companyDay(moment: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit" },
  }).formatToParts(moment);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return `${part("year")}-${part("month")}-${part("day")}`;
}

function later(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** Whether a day, `YYYY-MM-DD`, is a Saturday or a Sunday. */
export const isWeekend = (day: string): boolean => [0, 6].includes(dateOf(day).getUTCDay());

/** The days that a form offers for a meeting on the day `today`: from the next working day on. */
export function offeredDays(today: string): { first: string; last: string } {
  let first = later(today, 1);
  while (isWeekend(first)) first = later(first, 1);
  return { first, last: later(today, horizon) };
}

/**
 * Why no one can be met on a day; null where one can. Today counts: a message may have waited in its browser since yesterday.
 */
export function dayProblem(day: string, today: string): FieldCode | null {
  if (!isDay(day)) return "invalid_day";
  if (day < today) return "day_past";
  if (day > offeredDays(today).last) return "day_too_far";
  return isWeekend(day) ? "day_on_weekend" : null;
}
