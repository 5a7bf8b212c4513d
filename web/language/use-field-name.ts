import { useIntl } from "react-intl";
import type { NamedField } from "#functions/contract/contact.ts";
import type { MessageId } from "./message-id.ts";
import { useText } from "./use-text.ts";

/** Returns a function for the company's name of a contact field: `inbox.field.*`, or the visitor's name without one. */
export function useFieldName(): (field: NamedField) => string {
  const text = useText();
  const { messages } = useIntl();
  return (field) => {
    const companyId = `inbox.field.${field}`;
    return text((companyId in messages ? companyId : `contact.${field}`) as MessageId);
  };
}
