import type { ReactNode } from "react";
import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { formatMoment } from "#web/language/formatters.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/shared/icons.tsx";
import { useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { useInbox } from "#web/pages/inbox/store.ts";
import { Icon } from "#web/ui/icon.tsx";
import { phoneAddress, replyAddress, whatsAppAddress } from "./addresses.ts";

/** What can be done to a message: something that runs, or an address to go to. */
export type MessageAction = {
  name: ActionName;
  icon: ReactNode;
  label: string;
  /** What is written below the drawing on a phone. */
  short?: string;
  /** What the tooltip shows for its key, and its keys as `aria-keyshortcuts` takes them. */
  sign?: string;
  keys?: string | undefined;
  href?: string;
  run?: () => void;
};

export type ActionName =
  | "not_spam"
  | "reply"
  | "chat"
  | "call"
  | "read"
  | "delete"
  | "spam"
  | "block"
  | "print";

/** All that can be done to the opened message and to who sent it, in the order of a menu. */
export function useMessageActions(submission: ScreenedSubmission): MessageAction[] {
  const text = useText();
  const signs = useSignKeys();
  const { settings } = useCopy();
  const { act, block, unblock, set } = useInbox();
  const { id, read, spam, sender_block: senderBlock, created_at: createdAt, language } = submission;
  const sentOn = formatMoment(createdAt, language);
  const chat = whatsAppAddress(submission, settings.brandName);
  const call = phoneAddress(submission);
  const letter = (key: string) => (signs ? key : undefined);
  const askWhetherAnswered = () => set({ answering: id });
  const actions: (MessageAction | false | null | "")[] = [
    spam && {
      name: "not_spam",
      icon: <InboxIcon name="notSpam" />,
      label: text("inbox.notSpam"),
      sign: "S",
      keys: letter("s"),
      run: () => act("not_spam", [submission]),
    },
    {
      name: "reply",
      icon: <InboxIcon name="reply" />,
      label: text("inbox.reply"),
      href: replyAddress(submission, settings.brandName, sentOn),
      run: askWhetherAnswered,
    },
    chat && {
      name: "chat",
      icon: <Icon name="whatsapp" />,
      label: text("inbox.whatsapp"),
      href: chat,
      run: askWhetherAnswered,
    },
    call && { name: "call", icon: <Icon name="phone" />, label: text("inbox.call"), href: call },
    {
      name: "read",
      icon: <InboxIcon name={read ? "unread" : "read"} />,
      label: text(read ? "inbox.markUnread" : "inbox.markRead"),
      short: text(read ? "inbox.bar.unread" : "inbox.bar.read"),
      sign: "U",
      keys: letter("u"),
      run: () => act(read ? "unread" : "read", [submission]),
    },
    !spam && {
      name: "spam",
      icon: <InboxIcon name="spam" />,
      label: text("inbox.spam"),
      keys: letter("s"),
      run: () => act("spam", [submission]),
    },
    {
      name: "block",
      icon: <InboxIcon name="block" />,
      label: text(senderBlock === null ? "inbox.block" : "inbox.unblock"),
      run: () => (senderBlock === null ? block(submission) : unblock(submission)),
    },
    { name: "print", icon: <InboxIcon name="print" />, label: text("inbox.print"), run: () => print() },
    {
      name: "delete",
      icon: <InboxIcon name="trash" />,
      label: text("inbox.delete"),
      sign: "#",
      keys: signs ? "# Delete" : "Delete",
      run: () => act("delete", [submission]),
    },
  ];
  return actions.filter((action) => !!action);
}
