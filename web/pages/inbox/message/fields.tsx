import { Fragment, type ReactNode } from "react";
import { type ContactField, wishFields } from "#functions/contract/contact.ts";
import { toReference } from "#functions/contract/reference.ts";
import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { formatDay } from "#web/language/formatters.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { Breakable } from "#web/ui/breakable.tsx";
import { Button } from "#web/ui/button.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { mailAddress, phoneAddress } from "./addresses.ts";
import * as css from "./detail.css.ts";

/** What the sender filled in beside the message; what they left out is said to be left out, but for wishes. */
export function Fields({ submission }: { submission: ScreenedSubmission }) {
  const text = useText();
  const pageLanguage = useLanguage();
  const { id, email, phone, company, service_type: service, source, language } = submission;
  const { plan, meeting_day: day, meeting_part: part } = submission;
  // The name and the message are the heading and the text around them.
  const fields: Record<
    Exclude<ContactField, "name" | "message"> | "reference",
    [label: MessageId, value: ReactNode]
  > = {
    email: [
      "inbox.field.email",
      <Fragment key="email">
        <a href={mailAddress(email)}>
          <Breakable address={email} />
        </a>
        <CopyButton value={email} />
      </Fragment>,
    ],
    phone: ["contact.phone", phone && <Phone phone={phone} />],
    company: ["contact.company", company],
    service: ["inbox.field.service", service && text(`service.${service}`)],
    plan: ["contact.plan", plan],
    meeting_day: ["contact.meeting_day", day && formatDay(day, pageLanguage)],
    meeting_part: ["contact.meeting_part", part && text(`contact.meeting_part.${part}`)],
    source: ["inbox.field.source", source && text(`contact.source.${source}`)],
    language: ["inbox.field.language", text(`inbox.language.${language}`)],
    reference: [
      "contact.reference",
      <Fragment key="reference">
        {toReference(id)}
        <CopyButton value={toReference(id)} />
      </Fragment>,
    ],
  };
  const isShown = (field: string, value: ReactNode) => value || !wishFields.some((wish) => wish === field);
  return (
    <dl className={css.fields}>
      {Object.entries(fields).map(
        ([field, [label, value]]) =>
          isShown(field, value) && (
            <Field key={field} label={text(label)}>
              {value}
            </Field>
          ),
      )}
    </dl>
  );
}

function CopyButton({ value }: { value: string }) {
  const text = useText();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast({ title: text("inbox.copy.done"), tone: "success" }),
      () => toast({ title: text("inbox.copy.failed"), tone: "critical" }),
    );
  return (
    <Tooltip label={text("inbox.copy")}>
      <span className={css.copy}>
        <Button tone="quiet" size="icon" aria-label={text("inbox.copy")} onClick={copy}>
          <InboxIcon name="copy" />
        </Button>
      </span>
    </Tooltip>
  );
}

function Phone({ phone }: { phone: string }) {
  const address = phoneAddress(phone);
  return address ? <a href={address}>{phone}</a> : phone;
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  const text = useText();
  return (
    <div className={css.field}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>
        {children || <span className={css.absent}>{text("inbox.field.absent")}</span>}
      </dd>
    </div>
  );
}
