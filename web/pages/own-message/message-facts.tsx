import type { OwnMessage } from "#functions/contract/own-message.ts";
import { dates, formatMoment } from "#web/language/formatters.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import * as css from "#web/sections/contact-sent.css.ts";

/** Which message a link is of, when it arrived, and until when it is kept. */
export function MessageFacts({ message }: { message: OwnMessage }) {
  const text = useText();
  const language = useLanguage();
  const keptUntil = dates(language, "long day", { dateStyle: "long" }).format(new Date(message.kept_until));
  const facts: [label: MessageId, value: string][] = [
    ["contact.reference", message.reference],
    ["ownMessage.sentAt", formatMoment(message.created_at, language)],
    ["ownMessage.keptUntil", keptUntil],
  ];
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={css.fact}>
          <dt className={css.label}>{text(label)}</dt>
          <dd className={css.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
