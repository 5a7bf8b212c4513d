import { useCallback } from "react";
import { companyDay } from "#functions/contract/meeting.ts";
import type { Narrowing, Submission } from "#functions/contract/submission.ts";
import { dates } from "#web/language/formatters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";

export const wide: Narrowing = { service: undefined, language: undefined, from: undefined, to: undefined };

/** Returns how many of these narrow the list: the service, the language, the days. */
export const countNarrowings = ({ service, language, from, to }: Narrowing): number =>
  [service, language, from ?? to].filter((part) => part !== undefined).length;

export function isWithin(
  { service, language, from, to }: Narrowing,
  { service_type: about, language: written, created_at: createdAt }: Submission,
): boolean {
  if (service && (about ?? "none") !== service) return false;
  if (language && written !== language) return false;
  if (!from && !to) return true;
  const day = companyDay(new Date(createdAt));
  return (!from || day >= from) && (!to || day <= to);
}

/** Returns the first of `days` days that end with `today` (`YYYY-MM-DD`). */
export function firstOfDays(days: number, today: string): string {
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - (days - 1));
  return first.toISOString().slice(0, 10);
}

/** Returns a function that describes a narrowing briefly. */
export function useNarrowingWords(): (narrowing: Narrowing) => string {
  const text = useText();
  const pageLanguage = useLanguage();
  return useCallback(
    ({ service, language, from, to }) => {
      const format = dates(pageLanguage, "date", { dateStyle: "medium" });
      // Noon in the company's time zone.
      const noon = (day: string) => new Date(`${day}T18:00:00Z`);
      const days = () => {
        if (from && to) return format.formatRange(noon(from), noon(to));
        if (from) return text("inbox.narrow.since", { day: format.format(noon(from)) });
        return to && text("inbox.narrow.until", { day: format.format(noon(to)) });
      };
      return [
        service && text(service === "none" ? "inbox.service.none" : `service.${service}`),
        language && text(`inbox.language.${language}`),
        days(),
      ]
        .filter(Boolean)
        .join(" · ");
    },
    [text, pageLanguage],
  );
}
