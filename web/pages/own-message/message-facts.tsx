import type { ReactNode } from "react";
import { languageNames } from "#cms/content/site.ts";
import type { OwnMessage } from "#functions/contract/own-message.ts";
import { dates, formatDay, formatMoment } from "#web/language/formatters.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import * as css from "#web/sections/sent-facts.css.ts";
import { Breakable } from "#web/ui/breakable.tsx";

/** Everything that was sent, as it is kept; what was left out is not listed. */
export function MessageFacts({ message }: { message: OwnMessage }) {
  const text = useText();
  const language = useLanguage();
  const { service_type: service, source, meeting_day: day, meeting_part: part } = message;
  const facts: Record<keyof OwnMessage, [label: MessageId, value: ReactNode]> = {
    message: ["contact.message", message.message],
    name: ["contact.name", message.name],
    email: ["contact.email", <Breakable key="email" address={message.email} />],
    phone: ["contact.phone", message.phone],
    company: ["contact.company", message.company],
    service_type: ["contact.service", service && text(`service.${service}`)],
    plan: ["contact.plan", message.plan],
    meeting_day: ["contact.meeting_day", day && formatDay(day, language)],
    meeting_part: ["contact.meeting_part", part && text(`contact.meeting_part.${part}`)],
    source: ["contact.source", source && text(`contact.source.${source}`)],
    language: ["ownMessage.language", languageNames[message.language]],
    created_at: ["ownMessage.sentAt", formatMoment(message.created_at, language)],
    kept_until: [
      "ownMessage.keptUntil",
      dates(language, "long day", { dateStyle: "long" }).format(new Date(message.kept_until)),
    ],
  };
  return (
    <dl className={css.facts}>
      {Object.entries(facts).map(
        ([field, [label, value]]) =>
          value && (
            <div key={field} className={css.fact}>
              <dt className={css.label}>{text(label)}</dt>
              <dd className={css.value}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
