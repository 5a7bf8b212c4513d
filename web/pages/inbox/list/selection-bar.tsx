import { useEffect, useRef } from "react";
import { useText } from "#web/language/use-text.ts";
import { useActions, useCursor, useList, useNavigation, useSelection } from "#web/pages/inbox/concerns.ts";
import { isOfConversation, listFolderActions, messageActions } from "#web/pages/inbox/shared/actions.ts";
import { checkbox } from "#web/pages/inbox/shared/choice.css.ts";
import { IconButton, useActionKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { ConversationMenus } from "#web/pages/inbox/states/conversation-menus.tsx";
import type { Progress, Target } from "#web/pages/inbox/types.ts";
import { Button } from "#web/ui/button.tsx";
import * as css from "./list.css.ts";

/** Shows the selection and its actions, or the progress of a bulk action, below the list, where they move no row. */
export function SelectionBar() {
  const text = useText();
  const onePane = useOnePane();
  const { progress } = useActions();
  const list = useList();
  const cursor = useCursor();
  const { target, selected } = useSelection();
  const selection = useRetainedFocus(cursor.focusList);
  const { count } = useExtent();
  return (
    <div ref={selection} className={css.selection}>
      {progress ? (
        <BulkProgress progress={progress} />
      ) : (
        target && (
          <>
            <fieldset className={css.bar} aria-label={text("inbox.selection")}>
              {onePane && <SelectLoaded />}
              <p className={css.count}>
                {selected.isBulk && list.total === null
                  ? text("inbox.selected.bulk")
                  : text("inbox.selected", { count })}
              </p>
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
  const { stop } = useActions();
  return (
    <div className={css.bar}>
      <label className={css.progress}>
        <progress
          className={css.meter}
          value={total === null ? undefined : Math.min(done, total)}
          max={total ?? undefined}
        />
        <span>
          {total === null ? text("inbox.many", { count: done }) : text("inbox.shown", { shown: done, total })}
        </span>
      </label>
      <Button size="small" onClick={stop}>
        {text("inbox.stop")}
      </Button>
    </div>
  );
}

/** Shows the checkbox that selects all loaded messages, or none if all are selected. */
export function SelectLoaded() {
  const text = useText();
  const { selectLoaded, deselect } = useSelection();
  const { rowCount, isAnySelected, areAllSelected } = useExtent();
  if (rowCount === 0) return null;
  return (
    <label className={css.chooseAll}>
      <input
        type="checkbox"
        className={checkbox}
        aria-label={text("inbox.select.loaded")}
        checked={areAllSelected}
        ref={(element) => {
          if (element) element.indeterminate = isAnySelected && !areAllSelected;
        }}
        onChange={areAllSelected ? deselect : selectLoaded}
      />
    </label>
  );
}

/** Offers to select all matching messages once all loaded messages are selected, and confirms such a bulk selection. */
function SelectMore() {
  const text = useText();
  const { url } = useNavigation();
  const list = useList();
  const { selected, selectMatching } = useSelection();
  const { rowCount, areAllSelected } = useExtent();
  const { total, query } = list;
  if (!selected.isBulk && !selected.isAllLoaded) return null;
  if (!query.hasNextPage && areAllSelected) return null;
  return (
    <p className={css.selectMore}>
      {selected.isBulk ? (
        <span>
          {total === null
            ? text("inbox.select.bulkFound", { search: url.search, shown: rowCount })
            : text("inbox.select.bulkDone", { total })}
        </span>
      ) : (
        <Button tone="quiet" size="small" onClick={selectMatching}>
          {total === null
            ? text("inbox.select.allFound", { search: url.search })
            : text("inbox.select.bulk", { total })}
        </Button>
      )}
    </p>
  );
}

/** Renders a button for each action that the current folder offers for selected messages, and menus for conversations. */
function SelectionTools({ target }: { target: Target }) {
  const text = useText();
  const { url } = useNavigation();
  const { act } = useActions();
  const toKeys = useActionKeys();
  const actions = listFolderActions(url.filter);
  return (
    <>
      {actions
        .filter((action) => !isOfConversation(action))
        .map((action) => (
          <IconButton
            key={action}
            label={text(messageActions[action].label)}
            icon={action}
            sign={toKeys(action).sign}
            onClick={() => act(action, target)}
          />
        ))}
      {actions.some(isOfConversation) && <ConversationMenus target={target} />}
    </>
  );
}

/** Returns how much of the list is selected. A bulk selection also counts matching messages that are not loaded. */
export function useExtent() {
  const list = useList();
  const { selected } = useSelection();
  const rowCount = list.ids.length;
  const count = selected.isBulk ? (list.total ?? rowCount) : selected.ids.size;
  const isAnySelected = count > 0;
  return {
    rowCount,
    count,
    isAnySelected,
    areAllSelected: isAnySelected && (selected.isBulk || selected.ids.size >= rowCount),
  };
}

/**
 * Keeps the focus in a part of the page when its focused control disappears: on its first control, else by
 * `focusElsewhere`.
 */
function useRetainedFocus(focusElsewhere: () => void) {
  const part = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const watch = (event: Event) => {
      hadFocus.current = event.type === "focusin" && part.current?.contains(event.target as Node) === true;
    };
    document.addEventListener("focusin", watch);
    document.addEventListener("pointerdown", watch);
    return () => {
      document.removeEventListener("focusin", watch);
      document.removeEventListener("pointerdown", watch);
    };
  }, []);
  // Any rendering may have removed the control.
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const firstControl = part.current?.querySelector<HTMLElement>("input, button");
    if (firstControl) firstControl.focus();
    else focusElsewhere();
  });
  return part;
}
