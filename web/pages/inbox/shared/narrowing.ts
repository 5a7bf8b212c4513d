import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { toIdRange } from "#functions/contract/reference.ts";
import { matchesSearch, splitSearch } from "#functions/contract/search-text.ts";
import type { Narrowing } from "#functions/contract/submission.schema.ts";
import {
  meetsCriteria,
  type PropertyFilter,
  pickProperties,
  type propertyFilters,
  propertyNames,
} from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import { getDateFormatter } from "#web/language/formatters.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";

type PropertyTexts<Value extends string = string> = {
  /** Label of the list of values in the form of the narrowing; null for a property with a control of its own. */
  label: MessageId | null;
  // A method, so that the texts of some values are also texts of any value.
  toName(value: Value): MessageId;
};

/** How the inbox names each property that narrows a list, and its values. */
export const propertyTexts: Record<PropertyFilter, PropertyTexts> = {
  // Meetings have a control beside the folders.
  meeting: { label: null, toName: () => "inbox.filter.meetings" },
  service: {
    label: "inbox.field.service",
    toName: (value) => (value === "none" ? "inbox.service.none" : `contact.service.${value}`),
  },
  language: {
    label: "inbox.field.language",
    toName: (value) => `contact.language.${value}`,
  },
  state: { label: "inbox.field.state", toName: (value) => `inbox.state.${value}` },
} satisfies { [Name in PropertyFilter]: PropertyTexts<(typeof propertyFilters)[Name][number]> };

export const noNarrowing: Narrowing = { ...pickProperties(() => null), from: undefined, to: undefined };

/** Returns how many of these narrow the list: each property, and the days. */
export const countNarrowings = ({ from, to, ...selection }: Narrowing): number =>
  [...propertyNames.map((name) => selection[name]), from ?? to].filter((value) => value !== undefined).length;

/** Returns whether a message matches a narrowing. Its day is the day in the company's time zone. */
export function isWithin({ from, to, ...properties }: Narrowing, submission: FullSubmission): boolean {
  if (!meetsCriteria(submission, properties)) return false;
  if (!from && !to) return true;
  const day = toCompanyDay(new Date(submission.created_at));
  return (!from || day >= from) && (!to || day <= to);
}

/** Returns whether a message matches a search and a narrowing, in any folder. */
export function isSelected(
  { search, filter: _, ...narrowing }: Selection,
  submission: FullSubmission,
): boolean {
  if (!isWithin(narrowing, submission)) return false;
  const searchWords = splitSearch(search);
  if (searchWords.length === 0) return true;
  const { id, name, email, message, company, phone } = submission;
  const ids = toIdRange(search);
  if (ids && id >= ids.first && id <= ids.last) return true;
  return matchesSearch([name, email, message, company, phone], searchWords);
}

/** Returns the first of `days` days that end with `today` (`YYYY-MM-DD`). */
export function toFirstDay(days: number, today: string): string {
  const firstDay = new Date(`${today}T00:00:00Z`);
  firstDay.setUTCDate(firstDay.getUTCDate() - (days - 1));
  return firstDay.toISOString().slice(0, 10);
}

/** Returns a function that describes a narrowing of the inbox: its properties and days, as far as set. */
export function useNarrowingText(): (narrowing: Narrowing) => string {
  const text = useText();
  const pageLanguage = useLanguage();
  return ({ from, to, ...selection }) => {
    const format = getDateFormatter(pageLanguage, "date", { dateStyle: "medium" });
    // Noon in the company's time zone, so that the day does not shift.
    const toNoon = (day: string) => new Date(`${day}T18:00:00Z`);
    const describeDays = () => {
      if (from && to) return format.formatRange(toNoon(from), toNoon(to));
      if (from) return text("inbox.narrow.since", { day: format.format(toNoon(from)) });
      return to && text("inbox.narrow.until", { day: format.format(toNoon(to)) });
    };
    return [
      ...propertyNames.map((name) => selection[name] && text(propertyTexts[name].toName(selection[name]))),
      describeDays(),
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
