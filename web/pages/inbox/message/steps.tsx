import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { KeyTooltip } from "#web/pages/inbox/key-tooltip.tsx";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { Button } from "#web/ui/button.tsx";
import * as css from "./detail.css.ts";

/** From the opened message back to the list, where that is not beside it. */
export function Back() {
  const text = useText();
  const { close } = useInbox();
  return (
    <Button tone="quiet" size="icon" aria-label={text("inbox.back")} onClick={close}>
      <InboxIcon name="back" />
    </Button>
  );
}

/** The ways from the opened message to the ones beside it. */
export function Steps() {
  const { cursor, open } = useInbox();
  const to = (id: string | null) => (id === null ? null : () => open(id, true));
  return (
    <div className={css.steps}>
      <Step label="inbox.previous" icon="up" shortcut="K" run={to(cursor.beside(-1))} />
      <Step label="inbox.next" icon="down" shortcut="J" run={to(cursor.beside(1))} />
    </div>
  );
}

type StepProps = {
  label: "inbox.previous" | "inbox.next";
  icon: "up" | "down";
  shortcut: string;
  run: (() => void) | null;
};

function Step({ label, icon, shortcut, run }: StepProps) {
  const text = useText();
  const signs = useSignKeys();
  return (
    <KeyTooltip label={text(label)} sign={shortcut}>
      <Button
        tone="quiet"
        size="icon"
        aria-label={text(label)}
        aria-keyshortcuts={signs ? shortcut.toLowerCase() : undefined}
        disabled={run === null}
        onClick={() => run?.()}
      >
        <InboxIcon name={icon} />
      </Button>
    </KeyTooltip>
  );
}
