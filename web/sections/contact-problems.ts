import { countCharacters, isVisible, normalizeText, toPlainEmail } from "#functions/contract/characters.ts";
import { type ContactField, getLimit, isContactField } from "#functions/contract/contact.ts";
import { emailPattern } from "#functions/contract/email.ts";
import type { FieldCode } from "#functions/contract/field-code.ts";
import { isWeekend } from "#functions/contract/meeting.ts";
import type { ApiError, ApiErrorCode } from "#web/api/api-error.ts";
import type { MessageId } from "#web/language/message-id.ts";

/** The key of an interface message, and its values. */
export type FieldProblem = { id: MessageId; values?: { maximum: number } };

/** Returns the text that explains why the form or the edge rejects a field, for a code of the contract. */
export function toFieldProblem(field: string, code: string): FieldProblem {
  const fieldCode = code as FieldCode;
  switch (fieldCode) {
    case "required":
      if (field === "name" || field === "email") return { id: `contact.error.${field}.required` };
      break;
    case "too_long":
      if (isContactField(field)) {
        return { id: "contact.error.too_long", values: { maximum: getLimit(field) } };
      }
      break;
    case "invalid_email":
    case "invalid_characters":
    case "invalid_day":
    case "day_past":
    case "day_on_weekend":
    case "day_too_far":
      return { id: `contact.error.${fieldCode}` };
  }
  return { id: "contact.error.invalid" };
}

const problems: Partial<Record<ApiErrorCode, MessageId>> = {
  offline: "contact.offline",
  unreachable: "contact.unavailable",
  database_unavailable: "contact.unavailable",
  too_many_requests: "contact.tooMany",
  invalid_fields: "contact.invalid",
};

/** Returns the text for an error of a submission. */
export const toSendingProblem = (error: ApiError): MessageId => problems[error.code] ?? "contact.unexpected";

/**
 * Whether the message may have been stored, or may be stored later. This includes answers that are not from the edge.
 */
export const isAnswerOpen = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 || status === 429 || code === "unexpected_answer";

/** Returns the invalid fields of a form in their order, with the codes by which the edge would reject them. */
export function findInvalidFields(form: HTMLFormElement): { field: ContactField; code: FieldCode }[] {
  const invalidEntries: { field: ContactField; code: FieldCode }[] = [];
  for (const element of form.elements) {
    const { validity, name: field, value, type, required } = element as HTMLInputElement;
    if (!validity || !isContactField(field)) continue;
    if (required && !isVisible(value)) invalidEntries.push({ field, code: "required" });
    else if (type === "email" && value && !emailPattern.test(toPlainEmail(value)))
      invalidEntries.push({ field, code: "invalid_email" });
    else if (countCharacters(normalizeText(value)) > getLimit(field))
      invalidEntries.push({ field, code: "too_long" });
    else if (validity.badInput) invalidEntries.push({ field, code: "invalid_day" });
    // The edge rejects days that are past or too far away, because the clock of a device may be wrong.
    else if (type === "date" && value && isWeekend(value))
      invalidEntries.push({ field, code: "day_on_weekend" });
  }
  return invalidEntries;
}
