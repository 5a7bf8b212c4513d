import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { useOnePane } from "#web/pages/inbox/one-pane.ts";
import type { Progress } from "#web/pages/inbox/store.ts";
import { Button } from "#web/ui/button.tsx";
import { useExtent } from "./extent.ts";
import { useKeptFocus } from "./kept-focus.ts";
import { SelectLoaded, SelectMore } from "./select-many.tsx";
import * as css from "./selection-bar.css.ts";
import { SelectionTools } from "./selection-tools.tsx";

/** Below the list, where it moves no row: what is selected, and what can be done to that. */
export function SelectionBar() {
  const text = useText();
  const { state, target, cursor } = useInbox();
  const onePane = useOnePane();
  const selection = useKeptFocus(cursor.focusList);
  const selected = useSelectedWords();
  return (
    <div ref={selection} className={css.selection}>
      {state.bulkProgress ? (
        <BulkProgress progress={state.bulkProgress} />
      ) : (
        target && (
          <>
            <fieldset className={css.bar} aria-label={text("inbox.selection")}>
              {onePane && <SelectLoaded />}
              <p className={css.count}>{selected}</p>
              <SelectionTools target={target} />
            </fieldset>
            <SelectMore />
          </>
        )
      )}
    </div>
  );
}

function BulkProgress({ progress: { done, total } }: { progress: Progress }) {
  const text = useText();
  const { stopBulk } = useInbox();
  return (
    <div className={css.bar}>
      <label className={css.progress}>
        <progress
          className={css.meter}
          {...(total === null ? {} : { value: Math.min(done, total), max: total })}
        />
        <span>
          {total === null ? text("inbox.many", { count: done }) : text("inbox.shown", { shown: done, total })}
        </span>
      </label>
      <Button size="small" onClick={stopBulk}>
        {text("inbox.stop")}
      </Button>
    </div>
  );
}

function useSelectedWords(): string {
  const text = useText();
  const { selected, list } = useInbox();
  const { count } = useExtent();
  return selected.bulk && list.total === null
    ? text("inbox.selected.bulk")
    : text("inbox.selected", { count });
}
