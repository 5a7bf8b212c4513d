import type { ReactNode } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import {
  contactFields,
  describeField,
  isWish,
  type NamedField,
  toColumn,
  toOptionNameId,
} from "#functions/contract/contact.ts";
import { toMailAddress } from "#functions/contract/email.ts";
import { toReference } from "#functions/contract/reference.ts";
import { formatDay } from "#web/language/formatters.ts";
import { useFieldName } from "#web/language/use-field-name.ts";
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
  const toName = useFieldName();
  const listedFields = [...contactFields, "reference" as const]
    // The name and the message are shown outside of the fields.
    .filter((field) => field !== "name" && field !== "message")
    .map((field) => ({ field, label: toName(field), isEmpty: !getValue(field, submission) }));
  const emptyFields = listedFields.filter(({ field, isEmpty }) => isEmpty && !isWishField(field));
  return (
    <div>
      <dl className={css.fields}>
        {listedFields.map(
          ({ field, label, isEmpty }) =>
            !isEmpty && (
              <div key={field} className={css.field}>
                <dt className={css.label}>{label}</dt>
                <dd className={css.value}>
                  <FieldValue field={field} submission={submission} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {emptyFields.length > 0 && (
        <details className={css.empty}>
          <summary className={css.emptyCount}>
            {text("inbox.field.empty", { count: emptyFields.length })}
          </summary>
          <p>{emptyFields.map(({ label }) => label).join(" · ")}</p>
        </details>
      )}
    </div>
  );
}

const isWishField = (field: NamedField) => field !== "reference" && isWish(field);

const getValue = (field: NamedField, submission: FullSubmission): string | null =>
  field === "reference" ? toReference(submission.id) : submission[toColumn(field)];

function FieldValue({ field, submission }: { field: NamedField; submission: FullSubmission }): ReactNode {
  const text = useText();
  const pageLanguage = useLanguage();
  const value = getValue(field, submission) ?? "";
  if (field === "reference") {
    return (
      <Copyable value={value} messageId="inbox.copyReference">
        <span>{value}</span>
      </Copyable>
    );
  }
  switch (describeField(field).kind) {
    case "email":
      return (
        <Copyable value={value} messageId="inbox.copy">
          <a href={toMailAddress(value)}>
            <Breakable address={value} />
          </a>
        </Copyable>
      );
    case "phone":
      return <Phone submission={submission} />;
    case "choice":
      return <span>{text(toOptionNameId(field, value))}</span>;
    case "day":
      return <span>{formatDay(value, pageLanguage)}</span>;
    default:
      return <bdi>{value}</bdi>;
  }
}

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
