import { useIntl } from "react-intl";
import type { MessageId } from "./message-id.ts";

type Values = Record<string, string | number | Date>;

/** Interface texts in the page's language, by key; `values` fill the message's placeholders. */
export function useText(): (id: MessageId, values?: Values) => string {
  const { formatMessage } = useIntl();
  return (id, values) => formatMessage({ id }, values);
}
