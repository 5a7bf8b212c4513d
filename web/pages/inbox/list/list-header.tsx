import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import type { Progress } from "#web/pages/inbox/store.ts";
import { Button } from "#web/ui/button.tsx";
import { useExtent } from "./extent.ts";
import { useKeptFocus } from "./kept-focus.ts";
import * as css from "./list-header.css.ts";
import { SelectLoaded, SelectMore } from "./select-many.tsx";
import { SelectionTools } from "./selection-tools.tsx";

/** Above the list: how much of it is there, what is selected, and what can be done to that. */
export function ListHeader() {
  const { state, target } = useInbox();
  const { some } = useExtent();
  const text = useText();
  const header = useKeptFocus();
  const reach = useReach();
  if (state.bulkProgress) {
    return (
      <div ref={header} className={css.bar}>
        <BulkProgress progress={state.bulkProgress} />
      </div>
    );
  }
  return (
    <div ref={header} className={css.header}>
      <fieldset className={css.bar} aria-label={text("inbox.selection")}>
        <SelectLoaded />
        <p className={css.count}>{reach}</p>
        {some && target && <SelectionTools target={target} />}
      </fieldset>
      <SelectMore />
    </div>
  );
}

function BulkProgress({ progress: { done, total } }: { progress: Progress }) {
  const text = useText();
  const { stopBulk } = useInbox();
  return (
    <>
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
    </>
  );
}

/** How much is selected, else how much of the list is there. */
function useReach(): string | null {
  const text = useText();
  const { selected, list, url } = useInbox();
  const { shown, count, some } = useExtent();
  const { query, total } = list;
  if (some && selected.bulk && total === null) return text("inbox.selected.bulk");
  if (some) return text("inbox.selected", { count });
  if (shown === 0) return null;
  // What is searched for is not counted by the edge: as long as there is more, only the beginning is known.
  if (url.search) return text(query.hasNextPage ? "inbox.foundMore" : "inbox.found", { shown });
  return text("inbox.shown", { shown, total: Math.max(shown, total ?? 0) });
}
