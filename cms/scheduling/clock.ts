import { locales, timeZone } from "../content/site.ts";
import type { LabelFn } from "../schema/labels.ts";

/** A date and a time in the company's time zone: `2026-11-24` and `09:00`. */
export type Clock = { date: string; time: string };

/** Returns the date and time of a moment in the company's time zone. */
export function toClock(moment: Date): Clock {
  // Sweden writes date and time as ISO 8601 does.
  const text = moment.toLocaleString("sv-SE", { timeZone });
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

const toUtcMs = ({ date, time }: Clock) => Date.parse(`${date}T${time}Z`);

/** Returns the moment of a date and time in the company's time zone, or null if they are malformed. */
export function toMoment(clock: Clock): Date | null {
  const asUtcMs = toUtcMs(clock);
  if (Number.isNaN(asUtcMs)) return null;
  // The company's time zone has no daylight saving time, so any nearby moment has the same offset.
  const offsetMs = toUtcMs(toClock(new Date(asUtcMs))) - asUtcMs;
  return new Date(asUtcMs - offsetMs);
}

/** Formats a moment as `martes, 24 de noviembre, 09:00`, with the year if it is not the current one. */
export function formatMoment(moment: Date, { language }: LabelFn, now = new Date()): string {
  const isThisYear = toClock(moment).date.slice(0, 4) === toClock(now).date.slice(0, 4);
  return new Intl.DateTimeFormat(locales[language], {
    timeZone,
    hourCycle: "h23",
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(!isThisYear && { year: "numeric" }),
  }).format(moment);
}

/** Returns the name of the time zone in which times are shown. */
export const toTimeZoneLabel = (say: LabelFn) => say({ es: "hora de Costa Rica", en: "Costa Rica time" });
