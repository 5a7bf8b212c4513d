import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { countNarrowings, useNarrowingWords, wide } from "#web/pages/inbox/narrowing.ts";
import { searchElement } from "#web/pages/inbox/next-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import * as css from "./narrow.css.ts";

/** Above a list that is narrowed: to what, and the way back to the whole of it. */
export function NarrowedTo() {
  const text = useText();
  const inWords = useNarrowingWords();
  const { listed, narrow } = useInbox();
  if (countNarrowings(listed) === 0) return null;
  return (
    <div className={css.narrowed}>
      <p className={css.words}>{inWords(listed)}</p>
      <Tooltip label={text("inbox.narrow.clear")}>
        <Button
          tone="quiet"
          size="icon"
          aria-label={text("inbox.narrow.clear")}
          onClick={() => {
            narrow(wide);
            // The button goes with what it takes away.
            document.getElementById(searchElement)?.focus();
          }}
        >
          <Icon name="close" />
        </Button>
      </Tooltip>
    </div>
  );
}
