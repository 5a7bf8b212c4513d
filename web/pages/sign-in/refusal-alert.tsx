import type { ReactNode } from "react";
import { locales } from "#cms/content/site.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import type { Refusal } from "#web/session/account-actions.ts";
import { Alert } from "#web/ui/alert.tsx";
import { authMessage, waitInWords } from "./auth-messages.ts";

type RefusalAlertProps = {
  refusal: Refusal;
  /** What is said of too many attempts when it is known how long to wait: `{wait}`. */
  tooMany?: MessageId | undefined;
  children?: ReactNode;
};

/** Why the service did not do what was asked, in the visitor's language or else in its own words. */
export function RefusalAlert({ refusal, tooMany = "auth.error.tooManyFor", children }: RefusalAlertProps) {
  const text = useText();
  const language = useLanguage();
  const { error, retryAfter } = refusal;
  const said = authMessage(error, navigator.onLine);
  const wait = "id" in said && said.id === "auth.error.tooMany" ? retryAfter : null;
  return (
    <Alert tone="critical">
      {"id" in said ? (
        <p>{wait ? text(tooMany, { wait: waitInWords(wait, locales[language]) }) : text(said.id)}</p>
      ) : (
        <p lang="en">{said.providerWords}</p>
      )}
      {children}
    </Alert>
  );
}
