import { countCharacters, normalizeText, toPlainEmail } from "#functions/contract/characters.ts";
import type { ContactField } from "#functions/contract/contact.ts";
import { emailPattern, limits } from "#functions/contract/contact.ts";
import type { FieldCode } from "#functions/contract/field-code.ts";
import { isWeekend } from "#functions/contract/meeting.ts";
import type { ApiError, ApiErrorCode } from "#web/api/api-error.ts";
import type { MessageId } from "#web/language/message-id.ts";

/** A message to show, by key, with what it says the number of. */
export type FieldProblem = { id: MessageId; values?: { maximum: number } };

/** What is wrong with a field, for each code of the contract. */
export function fieldProblem(field: string, code: string): FieldProblem {
  const known = code as FieldCode;
  switch (known) {
    case "required":
      if (field === "name" || field === "email") return { id: `contact.error.${field}.required` };
      return { id: "contact.error.invalid" };
    case "too_long":
      if (field in limits) {
        return { id: "contact.error.too_long", values: { maximum: limits[field as keyof typeof limits] } };
      }
      return { id: "contact.error.invalid" };
    case "invalid_email":
    case "invalid_characters":
    case "invalid_day":
    case "day_past":
    case "day_on_weekend":
    case "day_too_far":
      return { id: `contact.error.${known}` };
    default:
      return { id: "contact.error.invalid" };
  }
}

const problems: Partial<Record<ApiErrorCode, MessageId>> = {
  offline: "contact.offline",
  unreachable: "contact.unavailable",
  database_unavailable: "contact.unavailable",
  too_many_requests: "contact.tooMany",
  invalid_fields: "contact.invalid",
};

/** Why the message could not be sent, and what to do. */
export const sendingProblem = (error: ApiError): MessageId => problems[error.code] ?? "contact.unexpected";

/** Whether the answer leaves open if the message was stored, or will be: also when it is none of the edge's. */
export const answerIsOpen = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 || status === 429 || code === "unexpected_answer";

/** The longest text that a field takes, in code points. */
const limitOf = (field: ContactField): number =>
  field in limits ? limits[field as keyof typeof limits] : Number.POSITIVE_INFINITY;

/** What the browser itself finds wrong with the fields, in the contract's codes, first field first. */
export function invalidFields(form: HTMLFormElement): { field: ContactField; code: FieldCode }[] {
  const found: { field: ContactField; code: FieldCode }[] = [];
  for (const element of form.elements) {
    const { validity, name, value, type } = element as HTMLInputElement;
    if (!name || !validity) continue;
    const field = name as ContactField;
    const emptyButRequired = (element as HTMLInputElement).required && value.trim() === "";
    if (emptyButRequired) found.push({ field, code: "required" });
    else if (type === "email" && value && !emailPattern.test(toPlainEmail(value)))
      found.push({ field, code: "invalid_email" });
    else if (countCharacters(normalizeText(value)) > limitOf(field)) found.push({ field, code: "too_long" });
    else if (validity.badInput) found.push({ field, code: "invalid_day" });
    // Which days are over, or too far away, is for the edge to say: the clock of a device may be wrong.
    else if (type === "date" && value && isWeekend(value)) found.push({ field, code: "day_on_weekend" });
  }
  return found;
}
