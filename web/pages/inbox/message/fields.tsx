import type { ReactNode } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { type ContactField, wishFields } from "#functions/contract/contact.ts";
import { toMailAddress } from "#functions/contract/email.ts";
import { toReference } from "#functions/contract/reference.ts";
import { formatDay } from "#web/language/formatters.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/shared/key-hints.tsx";
import { Button } from "#web/ui/button.tsx";
import { Breakable } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import * as css from "./detail.css.ts";
import { Phone } from "./phone-text.tsx";

/**
 * Shows the fields that the sender filled in. A disclosure counts and names the empty fields, except plan and meeting
 * (wishes).
 */
export function Fields({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const pageLanguage = useLanguage();
  const { id, email, phone, company, service_type: service, source, language } = submission;
  const { plan, meeting_day: meetingDay, meeting_part: meetingPart } = submission;
  // The name and the message are shown outside of the fields.
  const fields: Record<
    Exclude<ContactField, "name" | "message"> | "reference",
    [label: MessageId, value: ReactNode]
  > = {
    email: [
      "inbox.field.email",
      <Copyable key="email" value={email} messageId="inbox.copy">
        <a href={toMailAddress(email)}>
          <Breakable address={email} />
        </a>
      </Copyable>,
    ],
    phone: ["contact.phone", phone && <Phone key="phone" submission={submission} />],
    company: ["contact.company", company && <bdi>{company}</bdi>],
    service: ["inbox.field.service", service && text(`service.${service}`)],
    plan: ["contact.plan", plan],
    meeting_day: ["contact.meeting_day", meetingDay && formatDay(meetingDay, pageLanguage)],
    meeting_part: ["contact.meeting_part", meetingPart && text(`contact.meeting_part.${meetingPart}`)],
    source: ["inbox.field.source", source && text(`contact.source.${source}`)],
    language: ["inbox.field.language", text(`inbox.language.${language}`)],
    reference: [
      "contact.reference",
      <Copyable key="reference" value={toReference(id)} messageId="inbox.copyReference">
        <span>{toReference(id)}</span>
      </Copyable>,
    ],
  };
  const allFields = Object.entries(fields);
  const emptyLabels = allFields
    .filter((field) => !isFilled(field) && !isWish(field))
    .map(([, [label]]) => text(label));
  return (
    <div>
      <dl className={css.fields}>
        {allFields.filter(isFilled).map(([field, [label, value]]) => (
          <div key={field} className={css.field}>
            <dt className={css.label}>{text(label)}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
      </dl>
      {emptyLabels.length > 0 && (
        <details className={css.empty}>
          <summary className={css.emptyCount}>
            {text("inbox.field.empty", { count: emptyLabels.length })}
          </summary>
          <p>{emptyLabels.join(" · ")}</p>
        </details>
      )}
    </div>
  );
}

const isFilled = ([, [, value]]: [string, [MessageId, ReactNode]]) => Boolean(value);
const isWish = ([field]: [string, unknown]) => wishFields.some((wish) => wish === field);

type CopyableProps = {
  value: string;
  messageId: "inbox.copy" | "inbox.copyReference";
  children: ReactNode;
};

/** Shows a value with a button that copies it. */
function Copyable({ value, messageId, children }: CopyableProps) {
  const text = useText();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast({ about: "copy", title: text(`${messageId}.done`), tone: "success" }),
      () => toast({ about: "copy", title: text("inbox.copy.failed"), tone: "critical" }),
    );
  return (
    <>
      {children}
      <Tooltip label={text(messageId)}>
        <span className={css.copy}>
          <Button tone="quiet" size="icon" aria-label={text(messageId)} onClick={copy}>
            <InboxIcon name="copy" />
          </Button>
        </span>
      </Tooltip>
    </>
  );
}
