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

const isolateTexts = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolate(value) : value]),
  );

/**
 * Returns a function that formats interface messages by key. `values` fill the placeholders. They are isolated, so that
 * none changes the direction of the sentence.
 */
export function useText(): (id: MessageId, values?: Values) => string {
  const { formatMessage, messages } = useIntl();
  return useCallback(
    (id, values) => {
      // The library would try to parse a plain message, fail without a parser, and return the same text.
      const message: unknown = messages[id];
      return isPlain(message) ? message : formatMessage({ id }, values && isolateTexts(values));
    },
    [formatMessage, messages],
  );
}
