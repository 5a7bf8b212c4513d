import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { defaultLanguage, type Language, timeZone } from "#cms/content/site.ts";
import type { MessageId } from "./message-id.ts";

/** Messages by key, as text or compiled by the build. */
export type Messages = Record<MessageId, string>;

type LanguageProviderProps = { language: Language; messages: Messages; children: ReactNode };

const rejectMessage = (error: Error) => {
  throw error;
};

/**
 * Provides a language and its messages to the children. A missing message fails the rendering in the build and at the
 * edge; a browser shows its key.
 */
export function LanguageProvider({ language, messages, children }: LanguageProviderProps) {
  return (
    <IntlProvider
      locale={language}
      defaultLocale={defaultLanguage}
      timeZone={timeZone}
      messages={messages}
      {...(import.meta.env.SSR && { onError: rejectMessage })}
    >
      {children}
    </IntlProvider>
  );
}
