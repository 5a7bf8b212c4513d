import type { MouseEvent } from "react";
import type { Submission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { useSenderSubmissions } from "#web/pages/inbox/queries.ts";
import { Age } from "#web/pages/inbox/shared/age.tsx";
import { writeUrlState } from "#web/pages/inbox/shared/url-state.ts";
import { useInbox } from "#web/pages/inbox/store.ts";
import { Heading } from "#web/ui/text.tsx";
import * as css from "./detail.css.ts";

/** Shows the other messages from the same address, newest first. */
export function SenderMessages({ submission, now }: { submission: Submission; now: number }) {
  const text = useText();
  const { url, changes, open } = useInbox();
  const senderPage = useSenderSubmissions(submission.email, changes);
  const otherMessages = (senderPage?.items ?? []).filter(({ id }) => id !== submission.id).slice(0, 5);
  if (otherMessages.length === 0) return null;

  const follow = (event: MouseEvent, id: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(id);
  };
  return (
    <section className={css.senderMessages} aria-labelledby="sender-messages">
      <Heading level={3} size="label" id="sender-messages">
        {text("inbox.sender.others")}
      </Heading>
      <ul>
        {otherMessages.map(({ id, message, read, created_at: createdAt }) => (
          <li key={id}>
            <a
              className={css.senderMessage}
              href={writeUrlState({ ...url, opened: id })}
              data-unread={!read}
              onClick={(event) => follow(event, id)}
            >
              <span className={css.beginning} dir="auto">
                {message?.slice(0, 120) || text("inbox.noMessage")}
              </span>
              <Age className={css.age} createdAt={createdAt} now={now} />
            </a>
          </li>
        ))}
      </ul>
      {senderPage?.next_cursor && <p className={css.age}>{text("inbox.sender.more")}</p>}
    </section>
  );
}
