import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { defaultLanguage, type Language, timeZone } from "#cms/content/site.ts";
import type { MessageId } from "./message-id.ts";

/** Messages by key, as text or compiled by the build. */
export type Messages = Record<MessageId, string>;

type LanguageProviderProps = { language: Language; messages: Messages; children: ReactNode };

// A key that stands in no file of this page would be shown as it is: the build refuses that. In a browser nothing is lost by it.
const refuse = (error: Error) => {
  throw error;
};

/** Everything inside speaks one language. */
export function LanguageProvider({ language, messages, children }: LanguageProviderProps) {
  return (
    <IntlProvider
      locale={language}
      defaultLocale={defaultLanguage}
      timeZone={timeZone}
      messages={messages}
      {...(import.meta.env.SSR && { onError: refuse })}
    >
      {children}
    </IntlProvider>
  );
}
