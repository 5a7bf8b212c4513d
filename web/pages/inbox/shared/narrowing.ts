import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { toIdRange } from "#functions/contract/reference.ts";
import { matchesSearch, splitSearch } from "#functions/contract/search-text.ts";
import type { Narrowing } from "#functions/contract/submission.schema.ts";
import type { Selection } from "#web/api/submissions.ts";
import { getDateFormatter } from "#web/language/formatters.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";

export const noNarrowing: Narrowing = {
  service: undefined,
  language: undefined,
  from: undefined,
  to: undefined,
  meeting: undefined,
};

/** Returns how many of these narrow the list: the service, the language, the days, the meetings. */
export const countNarrowings = ({ service, language, from, to, meeting }: Narrowing): number =>
  [service, language, from ?? to, meeting].filter((value) => value !== undefined).length;

/** Returns whether a message matches a narrowing. Its day is the day in the company's time zone. */
export function isWithin(
  { service, language, from, to, meeting }: Narrowing,
  submission: FullSubmission,
): boolean {
  const { service_type: messageService, language: messageLanguage, created_at: createdAt } = submission;
  if (meeting && !submission.meeting_day && !submission.meeting_part) return false;
  if (service && (messageService ?? "none") !== service) return false;
  if (language && messageLanguage !== language) return false;
  if (!from && !to) return true;
  const day = toCompanyDay(new Date(createdAt));
  return (!from || day >= from) && (!to || day <= to);
}

/** Returns whether a message matches a search and a narrowing, in any folder. */
export function isSelected({ search, ...narrowing }: Selection, submission: FullSubmission): boolean {
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

/** Returns a function that describes a narrowing of the inbox: its service, language and days, as far as set. */
export function useNarrowingText(): (narrowing: Narrowing) => string {
  const text = useText();
  const pageLanguage = useLanguage();
  return ({ service, language, from, to, meeting }) => {
    const format = getDateFormatter(pageLanguage, "date", { dateStyle: "medium" });
    // Noon in the company's time zone, so that the day does not shift.
    const toNoon = (day: string) => new Date(`${day}T18:00:00Z`);
    const describeDays = () => {
      if (from && to) return format.formatRange(toNoon(from), toNoon(to));
      if (from) return text("inbox.narrow.since", { day: format.format(toNoon(from)) });
      return to && text("inbox.narrow.until", { day: format.format(toNoon(to)) });
    };
    return [
      meeting && text("inbox.filter.meetings"),
      service && text(service === "none" ? "inbox.service.none" : `contact.service.${service}`),
      language && text(`contact.language.${language}`),
      describeDays(),
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
