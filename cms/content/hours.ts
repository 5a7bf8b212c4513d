/** The days of the week, from Monday. */
export const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof weekDays)[number];

/** Consecutive days, from the first to the last. */
export type Span = { first: Day; last: Day };

/** Converts days to spans in the order of the week, for example Monday to Friday, and Sunday. */
export function toSpans(days: readonly Day[]): Span[] {
  const spans: Span[] = [];
  for (const [index, day] of weekDays.entries()) {
    if (!days.includes(day)) continue;
    const span = spans.at(-1);
    if (span && span.last === weekDays[index - 1]) span.last = day;
    else spans.push({ first: day, last: day });
  }
  return spans;
}

/** Opening hours of some days, as `08:00` in the time zone of Costa Rica. */
export type Hours = { _key: string; days: Day[]; opens: string; closes: string };

/** Sorts opening hours by their first day of the week. */
export const sortHours = (hours: readonly Hours[]): Hours[] => {
  const getFirstDayIndex = ({ days }: Hours) => Math.min(...days.map((day) => weekDays.indexOf(day)));
  return hours.toSorted((a, b) => getFirstDayIndex(a) - getFirstDayIndex(b));
};
