import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { toIdRange } from "#functions/contract/reference.ts";
import { matchesSearch, matchesSender, readSearch, splitSearch } from "#functions/contract/search-text.ts";
import type { Narrowing } from "#functions/contract/submission.schema.ts";
import {
  meetsCriteria,
  type PropertyFilter,
  pickProperties,
  type propertyFilters,
  propertyNames,
} from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import type { MessageId } from "#web/language/message-id.ts";

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

export const noNarrowing: Narrowing = {
  ...pickProperties(() => null),
  assignee: undefined,
  from: undefined,
  to: undefined,
};

/** Returns how many of these narrow the list: each property, and the days. */
export const countNarrowings = ({ from, to, ...selection }: Narrowing): number =>
  [...propertyNames.map((name) => selection[name]), selection.assignee, from ?? to].filter(
    (value) => value !== undefined,
  ).length;

/** Returns whether a message matches a narrowing. Its day is the day in the company's time zone. */
export function isWithin({ from, to, ...properties }: Narrowing, submission: FullSubmission): boolean {
  if (!meetsCriteria(submission, properties)) return false;
  if (!from && !to) return true;
  const day = toCompanyDay(new Date(submission.created_at));
  return (!from || day >= from) && (!to || day <= to);
}

/** Returns the narrowing of a selection with the criteria of its search, and the other words of the search as `q`. */
export const toCriteria = ({ search, filter: _, me = "", ...narrowing }: Selection) =>
  readSearch({ ...narrowing, q: search }, me);

/** Returns whether a message matches a search and a narrowing, in any folder. */
export function isSelected(selection: Selection, submission: FullSubmission): boolean {
  const { q, name: sender, ...narrowing } = toCriteria(selection);
  if (!isWithin(narrowing, submission)) return false;
  const { id, name, email, message, company, phone } = submission;
  if (sender && !matchesSender(submission, splitSearch(sender))) return false;
  const searchWords = splitSearch(q);
  if (searchWords.length === 0) return true;
  const ids = sender ? null : toIdRange(q);
  if (ids && id >= ids.first && id <= ids.last) return true;
  return matchesSearch([name, email, message, company, phone], searchWords);
}

/** Returns the first of `days` days that end with `today` (`YYYY-MM-DD`). */
export function toFirstDay(days: number, today: string): string {
  const firstDay = new Date(`${today}T00:00:00Z`);
  firstDay.setUTCDate(firstDay.getUTCDate() - (days - 1));
  return firstDay.toISOString().slice(0, 10);
}
