import { Fragment, type ReactNode } from "react";
import type { Entry } from "#functions/contract/conversation.schema.ts";
import { splitQuotes } from "#functions/contract/quotes.ts";
import { useText } from "#web/language/use-text.ts";
import { Attachment } from "./attachment.tsx";
import * as css from "./mail-parts.css.ts";

type MailPartsProps = {
  entry: Entry;
  /** The conversation, whose answers the mail may quote. */
  items: readonly Entry[];
  showText: (text: string) => ReactNode;
};

/** Shows the text of a received mail with its quotations behind a button, and the attachments. */
export function MailParts({ entry: { text, attachments }, items, showText }: MailPartsProps) {
  const translate = useText();
  const answers = items.filter(({ kind }) => kind === "answer").slice(-10);
  const sentTexts = answers.map((answer) => `${answer.text}\n${answer.author?.name ?? ""}`);
  const parts = splitQuotes(text, sentTexts).filter((part) => part.text.trim());
  const hasOwnText = parts.some(({ isFolded }) => !isFolded);
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
        <Fragment key={index}>
          {part.isFolded && hasOwnText ? (
            <details className={css.quotes}>
              <summary className={css.summary}>{translate("inbox.quotes.show")}</summary>
              {showText(part.text.trim())}
            </details>
          ) : (
            showText(part.text.trim())
          )}
        </Fragment>
      ))}
      {attachments.length > 0 && (
        <ul className={css.attachments} aria-label={translate("inbox.files")}>
          {attachments.map((attachment) => (
            <Attachment key={attachment.id} attachment={attachment} />
          ))}
        </ul>
      )}
    </>
  );
}
