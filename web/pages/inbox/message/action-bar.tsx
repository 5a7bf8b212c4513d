import { type ReactNode, useId, useRef } from "react";
import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { Icon } from "#web/ui/icon.tsx";
import * as css from "./action-bar.css.ts";
import { useAnswers } from "./answering.tsx";

type ActionsProps = { submission: ScreenedSubmission };

/** What can be done to the opened message, at the lower edge of a phone: what is done most, and a menu of the rest. */
export function ActionBar({ submission }: ActionsProps) {
  const text = useText();
  const { act } = useInbox();
  const { mail, chat } = useAnswers(submission);
  const { read } = submission;
  return (
    <fieldset className={css.bar} aria-label={text("inbox.actions")}>
      <a className={css.first} href={mail}>
        <InboxIcon name="reply" />
        <span>{text("inbox.reply")}</span>
      </a>
      {chat && (
        <a className={css.action} href={chat} target="_blank" rel="noopener">
          <Icon name="whatsapp" />
          <span>{text("inbox.whatsapp")}</span>
        </a>
      )}
      <button
        type="button"
        className={css.action}
        aria-label={text(read ? "inbox.markUnread" : "inbox.markRead")}
        onClick={() => act(read ? "unread" : "read", [submission])}
      >
        <InboxIcon name={read ? "unread" : "read"} />
        <span>{text(read ? "inbox.bar.unread" : "inbox.bar.read")}</span>
      </button>
      <More submission={submission} />
    </fieldset>
  );
}

/** The menu of what is done less often. */
function More({ submission }: ActionsProps) {
  const text = useText();
  const { act, block } = useInbox();
  const { call } = useAnswers(submission);
  const { spam } = submission;
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const item = (icon: ReactNode, label: string, run: () => void) => (
    <li>
      <button
        type="button"
        className={css.item}
        onClick={() => {
          menu.current?.hidePopover();
          run();
        }}
      >
        {icon}
        <span>{label}</span>
      </button>
    </li>
  );
  return (
    <>
      <button type="button" className={css.action} aria-label={text("inbox.moreActions")} popoverTarget={id}>
        <InboxIcon name="more" />
        <span>{text("inbox.bar.more")}</span>
      </button>
      <div ref={menu} id={id} className={css.menu} popover="auto">
        <ul>
          {call && (
            <li>
              <a className={css.item} href={call}>
                <Icon name="phone" />
                <span>{text("inbox.call")}</span>
              </a>
            </li>
          )}
          {item(<InboxIcon name="print" />, text("inbox.print"), () => print())}
          {item(
            <InboxIcon name={spam ? "notSpam" : "spam"} />,
            text(spam ? "inbox.notSpam" : "inbox.spam"),
            () => act(spam ? "not_spam" : "spam", [submission]),
          )}
          {item(<InboxIcon name="block" />, text("inbox.block"), () => block(submission))}
          {item(<InboxIcon name="trash" />, text("inbox.delete"), () => act("delete", [submission]))}
        </ul>
      </div>
    </>
  );
}
