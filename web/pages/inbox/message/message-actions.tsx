import type { ReactNode } from "react";
import { useId, useRef } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { formatMoment } from "#web/language/formatters.ts";
import { useText } from "#web/language/use-text.ts";
import { useActions } from "#web/pages/inbox/concerns.ts";
import { chooseAction, messageActions, toggles } from "#web/pages/inbox/shared/actions.ts";
import { menuItem } from "#web/pages/inbox/shared/choice.css.ts";
import { composeElementIds } from "#web/pages/inbox/shared/focus.ts";
import { InboxIcon, KeyTooltip, useActionKeys, useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { placeBelow, useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { toChatAddress, toPhoneAddress, toReplyAddress } from "./addresses.ts";
import * as css from "./message-actions.css.ts";
import { AnswerQuestion, useOtherAnswerQuestion, useOtherAnswerRecord } from "./questions.tsx";

/** Shows the actions on the opened message: the most frequent ones in a row, the others in a menu. */
export function MessageActions({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const onePane = useOnePane();
  const actions = useMessageActions(submission);
  const contactAction: ActionName = actions.some(({ name }) => name === "chat") ? "chat" : "call";
  const rowNames: ActionName[] = submission.spam
    ? ["spam", "reply", "read"]
    : ["reply", contactAction, "read"];
  if (!onePane) rowNames.push("delete");
  const rowActions = rowNames.flatMap((name) => actions.find((action) => action.name === name) ?? []);
  return (
    <div className={css.handling}>
      <fieldset className={css.bar} aria-label={text("inbox.actions")}>
        {rowActions.map((action, index) => (
          <RowAction key={action.name} action={action} isFirst={index === 0} onePane={onePane} />
        ))}
        <MoreActions actions={actions.filter(({ name }) => !rowNames.includes(name))} />
      </fieldset>
      <AnswerQuestion submission={submission} />
    </div>
  );
}

type RowActionProps = { action: MessageAction; isFirst: boolean; onePane: boolean };

/**
 * Shows an action as a link if it has an address, otherwise as a button whose tooltip shows the shortcut. On narrow
 * screens (`onePane`) it has its short label.
 */
function RowAction({ action, isFirst, onePane }: RowActionProps) {
  const text = useText();
  const { icon, label, short = label, sign, keys, href, run } = action;
  const buttonProps = {
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
      <LinkButton {...buttonProps} href={href} {...toLinkProps(href)}>
        {content}
        {isWebAddress(href) && <VisuallyHidden>{` ${text("footer.newTab")}`}</VisuallyHidden>}
      </LinkButton>
    );
  }
  return (
    <KeyTooltip label={label} sign={sign}>
      <Button {...buttonProps} aria-keyshortcuts={keys}>
        {content}
      </Button>
    </KeyTooltip>
  );
}

// A chat opens in a new tab; mails and calls open in other programs.
const isWebAddress = (href: string) => href.startsWith("https:");
const toLinkProps = (href: string) => (isWebAddress(href) ? { target: "_blank", rel: "noopener" } : {});

function MoreActions({ actions }: { actions: MessageAction[] }) {
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
                  className={menuItem}
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
                <a className={menuItem} href={href} {...toLinkProps(href)} onClick={run}>
                  {icon}
                  <span>{label}</span>
                  {isWebAddress(href) && <VisuallyHidden>{` ${text("footer.newTab")}`}</VisuallyHidden>}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** An action that runs, or an address that opens. */
type MessageAction = {
  name: ActionName;
  icon: ReactNode;
  label: string;
  /** The label on a phone. */
  short?: string;
  /** The key in the tooltip, and the keys as `aria-keyshortcuts` takes them. */
  sign?: string;
  keys?: string | undefined;
  href?: string;
  run?: () => void;
};

type ActionName =
  | "reply"
  | "mail"
  | "chat"
  | "call"
  | "by_whatsapp"
  | "by_telephone"
  | "block"
  | "print"
  | SubmissionAction;

/**
 * Returns the actions that answer a message: here, by chat or by telephone. After a chat or a call, `AnswerQuestion` asks
 * whether the message was answered.
 */
function useAnswers(submission: FullSubmission): MessageAction[] {
  const { settings } = useCopy();
  const text = useText();
  const ask = useOtherAnswerQuestion(submission.id);
  const areSignKeysOn = useSignKeys();
  const chats = submission.phone_numbers.phone.map((number) =>
    toChatAddress(submission, number, settings.brandName),
  );
  const chat = chats.find((address) => address !== null) ?? null;
  const call = toPhoneAddress(submission);
  const reply: MessageAction = {
    name: "reply",
    icon: <InboxIcon name="reply" />,
    label: text("inbox.reply"),
    ...{ sign: "R", keys: areSignKeysOn ? "r" : undefined },
    run: () => document.getElementById(composeElementIds.answer)?.click(),
  };
  const actions: (MessageAction | null | "")[] = [
    reply,
    chat && {
      name: "chat",
      icon: <Icon name="whatsapp" />,
      label: text("inbox.whatsapp"),
      href: chat,
      run: () => ask("whatsapp"),
    },
    call && {
      ...{ name: "call", icon: <Icon name="phone" />, label: text("inbox.call"), href: call },
      run: () => ask("telephone"),
    },
  ];
  return actions.filter((action) => !!action);
}

/** Returns the actions that answer a message outside of the inbox, or record such an answer. */
function useOtherWays(submission: FullSubmission): MessageAction[] {
  const { settings } = useCopy();
  const text = useText();
  const { id, created_at: createdAt, language } = submission;
  const record = useOtherAnswerRecord(id);
  const toAction = (by: "whatsapp" | "telephone", icon: ReactNode): MessageAction => ({
    ...{ name: `by_${by}`, icon, label: text(`inbox.answered.${by}`) },
    run: () => void record(by),
  });
  return [
    toAction("whatsapp", <Icon name="whatsapp" />),
    toAction("telephone", <Icon name="phone" />),
    {
      ...{ name: "mail", icon: <Icon name="mail" />, label: text("inbox.otherProgram") },
      href: toReplyAddress(submission, settings.brandName, formatMoment(createdAt, language)),
    },
  ];
}

/**
 * Returns all actions on the opened message and its sender. `MessageActions` shows the most frequent ones as buttons,
 * and the others in a menu in this order.
 */
function useMessageActions(submission: FullSubmission): MessageAction[] {
  const toKeys = useActionKeys();
  const answers = useAnswers(submission);
  const otherWays = useOtherWays(submission);
  const text = useText();
  const { act, block, unblock } = useActions();
  const { sender_block: senderBlock } = submission;
  const marks = toggles.flatMap((toggle) => {
    const action = chooseAction(toggle, [submission]);
    const [name] = toggle;
    if (!action || !name) return [];
    const { label, shortLabel = label } = messageActions[action];
    return {
      ...{ name, icon: <InboxIcon name={action} />, label: text(label), short: text(shortLabel) },
      ...toKeys(action),
      run: () => act(action, [submission]),
    };
  });
  return [
    ...answers,
    ...otherWays,
    ...marks.filter(({ name }) => name !== "delete"),
    {
      name: "block",
      icon: <InboxIcon name="block" />,
      label: text(senderBlock === null ? "inbox.block" : "inbox.unblock"),
      run: () => (senderBlock === null ? block(submission) : unblock(submission)),
    },
    { name: "print", icon: <InboxIcon name="print" />, label: text("inbox.print"), run: () => print() },
    ...marks.filter(({ name }) => name === "delete"),
  ];
}
