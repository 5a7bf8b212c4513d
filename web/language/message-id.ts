import type { OptionNameId } from "#functions/contract/contact.ts";
import type privateMessages from "./messages/es/private.ts";
import type siteMessages from "./messages/es/site.ts";

/** The key of an interface message, for example `contact.email`. Both languages have every key. */
export type MessageId = keyof typeof siteMessages | keyof typeof privateMessages | OptionNameId;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}

/** Whether a message needs no formatting: it has no placeholders, tags or quoted signs (ICU MessageFormat). */
export const isPlain = (message: unknown): message is string =>
  typeof message === "string" && !/[{<']/.test(message);
