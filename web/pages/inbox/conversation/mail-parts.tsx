import { Fragment, type ReactNode } from "react";
import type { Entry } from "#functions/contract/conversation.schema.ts";
import { useText } from "#web/language/use-text.ts";
import { Attachment } from "./attachment.tsx";
import * as css from "./mail-parts.css.ts";
import { splitQuotes } from "./quotes.ts";

type MailPartsProps = { entry: Entry; showText: (text: string) => ReactNode };

/** Shows the text of a received mail with its quotations behind a button, and the attachments. */
export function MailParts({ entry: { text, attachments }, showText }: MailPartsProps) {
  const translate = useText();
  const parts = splitQuotes(text).filter((part) => part.text.trim());
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
        <Fragment key={index}>
          {part.isFolded ? (
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
