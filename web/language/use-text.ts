import { useCallback } from "react";
import { useIntl } from "react-intl";
import type { Language } from "#cms/content/site.ts";
import { isolate } from "#functions/contract/characters.ts";
import { isPlain, type MessageId } from "./message-id.ts";

/** Returns the language of the page. */
export const useLanguage = (): Language => useIntl().locale as Language;

/** Returns the function that formats numbers in the language of the page. */
export const useFormatNumber = () => useIntl().formatNumber;

type Values = Record<string, string | number | Date>;

/** Keeps the direction of inserted texts, such as an Arabic name, from changing the sentence around them. */
const isolateTexts = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolate(value) : value]),
  );

/**
 * Returns a function that formats interface messages by key in the language of the page. `values` fill the
 * placeholders.
 */
export function useText(): (id: MessageId, values?: Values) => string {
  const { formatMessage, messages } = useIntl();
  return useCallback(
    (id, values) => {
      // The build removes the library's parser and compiles messages with placeholders. A plain message needs neither.
      const message: unknown = messages[id];
      return isPlain(message) ? message : formatMessage({ id }, values && isolateTexts(values));
    },
    [formatMessage, messages],
  );
}
