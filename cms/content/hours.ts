/** The days of a week, in their order here. */
export const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof weekDays)[number];

/** Days that follow each other, by the first and the last of them. */
export type Span = { first: Day; last: Day };

/** Some days of a week as spans, in their order: Monday to Friday, and Sunday. */
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

/** Hours of the company: the days that have them, and the times of Costa Rica as `08:00`. */
export type Hours = { _key: string; days: Day[]; opens: string; closes: string };

/** Hours in the order of the week, by the first day of each. */
export const inOrder = (hours: readonly Hours[]): Hours[] => {
  const first = ({ days }: Hours) => Math.min(...days.map((day) => weekDays.indexOf(day)));
  return hours.toSorted((one, other) => first(one) - first(other));
};
