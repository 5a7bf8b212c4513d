import type { SubmissionAction, SubmissionFilter } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon, type InboxIconName } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { KeyTooltip } from "#web/pages/inbox/key-tooltip.tsx";
import type { Target } from "#web/pages/inbox/store.ts";
import { Button } from "#web/ui/button.tsx";

type Tool = {
  action: SubmissionAction;
  icon: InboxIconName;
  key: string;
  label: "inbox.markRead" | "inbox.markUnread" | "inbox.spam" | "inbox.notSpam" | "inbox.delete";
  /** The filters whose messages are so already. */
  absent: SubmissionFilter[];
};

const tools: Tool[] = [
  { action: "read", icon: "read", key: "U", label: "inbox.markRead", absent: ["read"] },
  { action: "unread", icon: "unread", key: "U", label: "inbox.markUnread", absent: ["unread"] },
  { action: "spam", icon: "spam", key: "S", label: "inbox.spam", absent: ["spam"] },
  {
    action: "not_spam",
    icon: "notSpam",
    key: "S",
    label: "inbox.notSpam",
    absent: ["all", "unread", "read"],
  },
  { action: "delete", icon: "trash", key: "#", label: "inbox.delete", absent: [] },
];

/** What can be done to the selected messages. */
export function SelectionTools({ target }: { target: Target }) {
  const text = useText();
  const { act, url } = useInbox();
  return tools
    .filter(({ absent }) => !absent.includes(url.filter))
    .map(({ action, icon, key, label }) => (
      <KeyTooltip key={action} label={text(label)} sign={key}>
        <Button tone="quiet" size="icon" aria-label={text(label)} onClick={() => act(action, target)}>
          <InboxIcon name={icon} />
        </Button>
      </KeyTooltip>
    ));
}
