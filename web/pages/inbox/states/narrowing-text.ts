import type { Narrowing } from "#functions/contract/submission.schema.ts";
import { propertyNames } from "#functions/contract/submission.ts";
import { getDateFormatter } from "#web/language/formatters.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { propertyTexts } from "#web/pages/inbox/shared/narrowing.ts";
import { useAssignees } from "./assignees.ts";

/** Returns a function that describes a narrowing of the inbox: its properties and days, as far as set. */
export function useNarrowingText(): (narrowing: Narrowing) => string {
  const text = useText();
  const { toName: toAssigneeName } = useAssignees();
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
      selection.assignee && text("inbox.assignedTo", { name: toAssigneeName(selection.assignee) }),
      describeDays(),
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
