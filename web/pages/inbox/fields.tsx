import type { ReactNode } from "react";
import type { Submission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { mailAddress, phoneAddress } from "./addresses.ts";
import * as css from "./detail.css.ts";

/** What the sender filled in beside the message; what they left out is said to be left out. */
export function Fields({ submission }: { submission: Submission }) {
  const text = useText();
  const { email, phone, company, service_type: service, source, language } = submission;
  return (
    <dl className={css.fields}>
      <Field label={text("inbox.field.email")}>
        <a href={mailAddress(email)}>{email}</a>
      </Field>
      <Field label={text("inbox.field.phone")}>{phone && <Phone phone={phone} />}</Field>
      <Field label={text("inbox.field.company")}>{company}</Field>
      <Field label={text("inbox.field.service")}>{service && text(`service.${service}`)}</Field>
      <Field label={text("inbox.field.source")}>{source && text(`contact.source.${source}`)}</Field>
      <Field label={text("inbox.field.language")}>{text(`inbox.language.${language}`)}</Field>
    </dl>
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
      <dd>{children || <span className={css.absent}>{text("inbox.field.absent")}</span>}</dd>
    </div>
  );
}
