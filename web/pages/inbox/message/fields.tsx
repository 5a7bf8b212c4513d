import { Fragment, type ReactNode } from "react";
import { type ContactField, wishFields } from "#functions/contract/contact.ts";
import { toReference } from "#functions/contract/reference.ts";
import type { FullSubmission } from "#functions/contract/submission.ts";
import { formatDay } from "#web/language/formatters.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/shared/icons.tsx";
import { Button } from "#web/ui/button.tsx";
import { Breakable } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { toMailAddress, toPhoneAddress } from "./addresses.ts";
import * as css from "./detail.css.ts";

/** Shows the fields that the sender filled in. A single line names the empty fields, except wishes. */
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
      <Fragment key="email">
        <a href={toMailAddress(email)}>
          <Breakable address={email} />
        </a>
        <CopyButton value={email} words="inbox.copy" />
      </Fragment>,
    ],
    phone: ["contact.phone", phone && <Phone phone={phone} address={toPhoneAddress(submission)} />],
    company: ["contact.company", company && <bdi>{company}</bdi>],
    service: ["inbox.field.service", service && text(`service.${service}`)],
    plan: ["contact.plan", plan],
    meeting_day: ["contact.meeting_day", meetingDay && formatDay(meetingDay, pageLanguage)],
    meeting_part: ["contact.meeting_part", meetingPart && text(`contact.meeting_part.${meetingPart}`)],
    source: ["inbox.field.source", source && text(`contact.source.${source}`)],
    language: ["inbox.field.language", text(`inbox.language.${language}`)],
    reference: [
      "contact.reference",
      <Fragment key="reference">
        <span>{toReference(id)}</span>
        <CopyButton value={toReference(id)} words="inbox.copyReference" />
      </Fragment>,
    ],
  };
  const isFilled = ([, [, value]]: [string, [MessageId, ReactNode]]) => Boolean(value);
  const isWish = ([field]: [string, unknown]) => wishFields.some((wish) => wish === field);
  const allFields = Object.entries(fields);
  const emptyLabels = allFields
    .filter((field) => !isFilled(field) && !isWish(field))
    .map(([, [label]]) => text(label));
  return (
    <div>
      <dl className={css.fields}>
        {allFields.filter(isFilled).map(([field, [label, value]]) => (
          <Field key={field} label={text(label)} value={value} />
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

function CopyButton({
  value,
  words: messageId,
}: {
  value: string;
  words: "inbox.copy" | "inbox.copyReference";
}) {
  const text = useText();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast({ about: "copy", title: text(`${messageId}.done`), tone: "success" }),
      () => toast({ about: "copy", title: text("inbox.copy.failed"), tone: "critical" }),
    );
  return (
    <Tooltip label={text(messageId)}>
      <span className={css.copy}>
        <Button tone="quiet" size="icon" aria-label={text(messageId)} onClick={copy}>
          <InboxIcon name="copy" />
        </Button>
      </span>
    </Tooltip>
  );
}

function Phone({ phone, address }: { phone: string; address: string | null }) {
  return address ? <a href={address}>{phone}</a> : <span>{phone}</span>;
}

function Field({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={css.field}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>{value}</dd>
    </div>
  );
}
