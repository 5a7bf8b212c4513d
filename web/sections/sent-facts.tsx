import type { ReactNode } from "react";
import { type ContactField, type ContactInput, contactFields } from "#functions/contract/contact.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { formatDay } from "#web/language/formatters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import * as css from "./sent-facts.css.ts";

type Told = Exclude<ContactField, "language">;
const told = contactFields.filter((field): field is Told => field !== "language");

/** What a message says, field by field; what was left out is not listed. */
export function SentFacts({ message }: { message: ContactInput }) {
  const text = useText();
  const language = useLanguage();
  const plans = useCopy().page?.plans ?? [];
  const { service, plan, source, meeting_day: day, meeting_part: part } = message;
  const inWords: { [Field in Told]?: ReactNode } = {
    service: service && text(`service.${service}`),
    plan: plans.find(({ key }) => key === plan)?.name,
    source: source && text(`contact.source.${source}`),
    meeting_day: day && formatDay(day, language),
    meeting_part: part && text(`contact.meeting_part.${part}`),
  };
  return (
    <dl className={css.facts}>
      {told.map(
        (field) =>
          message[field] && (
            <div key={field} className={css.fact}>
              <dt className={css.label}>{text(`contact.${field}`)}</dt>
              <dd className={css.value} dir="auto">
                {inWords[field] ?? message[field]}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
