import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { KeyTooltip } from "#web/pages/inbox/key-tooltip.tsx";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import * as css from "./detail.css.ts";

/** The ways from the opened message: back to the list, to the ones beside it, to paper. */
export function Steps() {
  const text = useText();
  const { close, cursor, open } = useInbox();
  const to = (id: string | null) => (id === null ? null : () => open(id, true));
  return (
    <div className={css.steps}>
      <span className={css.back}>
        <Button tone="quiet" size="small" onClick={close}>
          <InboxIcon name="back" />
          {text("inbox.back")}
        </Button>
      </span>
      <Step label="inbox.previous" icon="up" shortcut="K" run={to(cursor.beside(-1))} />
      <Step label="inbox.next" icon="down" shortcut="J" run={to(cursor.beside(1))} />
      <Tooltip label={text("inbox.print")}>
        <Button tone="quiet" size="icon" aria-label={text("inbox.print")} onClick={() => print()}>
          <InboxIcon name="print" />
        </Button>
      </Tooltip>
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
