import { useId, useRef } from "react";
import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/shared/icons.tsx";
import { KeyTooltip } from "#web/pages/inbox/shared/key-hints.tsx";
import { placeBelow, useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import * as css from "./message-actions.css.ts";
import { AnswerQuestion } from "./questions.tsx";
import { type ActionName, type MessageAction, useMessageActions } from "./use-message-actions.tsx";

type MessageActionsProps = { submission: ScreenedSubmission };

/** What can be done to the opened message: a row of what is done most, the first of it loud, and a menu of the rest. */
export function MessageActions({ submission }: MessageActionsProps) {
  const text = useText();
  const onePane = useOnePane();
  const actions = useMessageActions(submission);
  const talk: ActionName = actions.some(({ name }) => name === "chat") ? "chat" : "call";
  const names: ActionName[] = submission.spam ? ["not_spam", "reply", "read"] : ["reply", talk, "read"];
  if (!onePane) names.push("delete");
  const inRow = names.flatMap((name) => actions.find((action) => action.name === name) ?? []);
  return (
    <div className={css.handling}>
      <fieldset className={css.bar} aria-label={text("inbox.actions")}>
        {inRow.map((action, index) => (
          <RowAction key={action.name} action={action} isFirst={index === 0} onePane={onePane} />
        ))}
        <More actions={actions.filter(({ name }) => !names.includes(name))} />
      </fieldset>
      <AnswerQuestion submission={submission} />
    </div>
  );
}

type RowActionProps = { action: MessageAction; isFirst: boolean; onePane: boolean };

function RowAction({ action, isFirst, onePane }: RowActionProps) {
  const { icon, label, short = label, sign, keys, href, run } = action;
  const look = {
    size: "small",
    tone: isFirst ? "accent" : onePane ? "quiet" : "plain",
    "aria-label": short === label || !onePane ? undefined : label,
    onClick: run,
  } as const;
  const content = (
    <>
      {icon}
      <span>{onePane ? short : label}</span>
    </>
  );
  if (href !== undefined) {
    return (
      <LinkButton {...look} href={href} {...besideInbox(href)}>
        {content}
      </LinkButton>
    );
  }
  const button = (
    <Button {...look} aria-keyshortcuts={keys}>
      {content}
    </Button>
  );
  return sign ? (
    <KeyTooltip label={label} sign={sign}>
      {button}
    </KeyTooltip>
  ) : (
    button
  );
}

// A chat opens beside the inbox; mails and calls open in programs of their own.
const besideInbox = (href: string) =>
  href.startsWith("https:") ? { target: "_blank", rel: "noopener" } : {};

function More({ actions }: { actions: MessageAction[] }) {
  const text = useText();
  const onePane = useOnePane();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <Button
        size="small"
        tone={onePane ? "quiet" : "plain"}
        aria-label={text("inbox.moreActions")}
        popoverTarget={id}
      >
        <InboxIcon name="more" />
        <span>{text("inbox.bar.more")}</span>
      </Button>
      <div ref={menu} id={id} className={css.menu} popover="auto" onBeforeToggle={placeBelow}>
        <ul>
          {actions.map(({ name, icon, label, keys, href, run }) => (
            <li key={name}>
              {href === undefined ? (
                <button
                  type="button"
                  className={css.item}
                  aria-keyshortcuts={keys}
                  onClick={() => {
                    menu.current?.hidePopover();
                    run?.();
                  }}
                >
                  {icon}
                  <span>{label}</span>
                </button>
              ) : (
                <a className={css.item} href={href} {...besideInbox(href)} onClick={run}>
                  {icon}
                  <span>{label}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
