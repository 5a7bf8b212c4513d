import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon, type InboxIconName } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { KeyTooltip } from "#web/pages/inbox/key-tooltip.tsx";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { Button } from "#web/ui/button.tsx";
import * as css from "./detail.css.ts";

/** What can be done to the opened message, with their keys, and to who sent it. */
export function MessageActions({ submission }: { submission: ScreenedSubmission }) {
  const text = useText();
  const signs = useSignKeys();
  const { act, block } = useInbox();
  const { read, spam } = submission;
  return (
    <div className={css.actionGroup}>
      <Action
        label={read ? "inbox.markUnread" : "inbox.markRead"}
        icon={read ? "unread" : "read"}
        sign="U"
        keys={signs ? "u" : undefined}
        run={() => act(read ? "unread" : "read", [submission])}
      />
      <Action
        label={spam ? "inbox.notSpam" : "inbox.spam"}
        icon={spam ? "notSpam" : "spam"}
        sign="S"
        keys={signs ? "s" : undefined}
        run={() => act(spam ? "not_spam" : "spam", [submission])}
      />
      <Button size="small" onClick={() => block(submission)}>
        <InboxIcon name="block" />
        <span>{text("inbox.block")}</span>
      </Button>
      <Action
        label="inbox.delete"
        icon="trash"
        sign="#"
        keys={signs ? "# Delete" : "Delete"}
        run={() => act("delete", [submission])}
      />
    </div>
  );
}

type ActionProps = {
  label: MessageId;
  icon: InboxIconName;
  /** What the tooltip shows for its key. */
  sign: string;
  /** As `aria-keyshortcuts` takes them. */
  keys: string | undefined;
  run: () => void;
};

function Action({ label, icon, sign, keys, run }: ActionProps) {
  const text = useText();
  return (
    <KeyTooltip label={text(label)} sign={sign}>
      <Button size="small" aria-keyshortcuts={keys} onClick={run}>
        <InboxIcon name={icon} />
        <span>{text(label)}</span>
      </Button>
    </KeyTooltip>
  );
}
