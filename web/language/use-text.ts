import { useCallback } from "react";
import { useIntl } from "react-intl";
import { isolate } from "#functions/contract/characters.ts";
import { isPlain, type MessageId } from "./message-id.ts";

type Values = Record<string, string | number | Date>;

const isolateTexts = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolate(value) : value]),
  );

/** Interface texts in the page's language, by key; `values` fill the message's placeholders, and none turns the sentence around it. */
export function useText(): (id: MessageId, values?: Values) => string {
  const { formatMessage, messages } = useIntl();
  return useCallback(
    (id, values) => {
      // The library would try to parse it, fail for want of a parser, and come to the same.
      const message: unknown = messages[id];
      return isPlain(message) ? message : formatMessage({ id }, values && isolateTexts(values));
    },
    [formatMessage, messages],
  );
}
