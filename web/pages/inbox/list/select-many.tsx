import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { Button } from "#web/ui/button.tsx";
import { useExtent } from "./extent.ts";
import * as css from "./selection-bar.css.ts";

/** Selects all that are loaded, or none once all are. */
export function SelectLoaded() {
  const text = useText();
  const { name, list, dispatch } = useInbox();
  const { shown, some, all } = useExtent();
  if (shown === 0) return null;
  const change = () =>
    dispatch(
      all ? { type: "deselected", list: name } : { type: "loadedSelected", list: name, ids: list.ids },
    );
  return (
    <label className={css.choose}>
      <input
        type="checkbox"
        className={css.checkbox}
        aria-label={text("inbox.select.loaded")}
        checked={all}
        ref={(element) => {
          if (element) element.indeterminate = some && !all;
        }}
        onChange={change}
      />
    </label>
  );
}

/** Who has selected what is loaded can go on to everything that matches. */
export function SelectMore() {
  const text = useText();
  const { name, list, selected, url, dispatch } = useInbox();
  const { shown, all } = useExtent();
  const { total, ids, query } = list;
  if (!selected.bulk && !selected.loaded) return null;
  if (!query.hasNextPage && all) return null;
  return (
    <p className={css.more}>
      {selected.bulk ? (
        <span>
          {total === null
            ? text("inbox.select.bulkFound", { search: url.search, shown })
            : text("inbox.select.bulkDone", { total })}
        </span>
      ) : (
        <Button tone="quiet" size="small" onClick={() => dispatch({ type: "bulkSelected", list: name, ids })}>
          {total === null
            ? text("inbox.select.allFound", { search: url.search })
            : text("inbox.select.bulk", { total })}
        </Button>
      )}
    </p>
  );
}
