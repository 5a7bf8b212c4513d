import type privateMessages from "./messages/es/private.json";
import type siteMessages from "./messages/es/site.json";

/** The key of an interface message: by place, for example `contact.email`. Both languages have every key. */
export type MessageId = keyof typeof siteMessages | keyof typeof privateMessages;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}

/** Whether a message is shown as it is written: without placeholders, tags or quoted signs (ICU MessageFormat). */
export const isPlain = (message: unknown): message is string =>
  typeof message === "string" && !/[{<']/.test(message);
