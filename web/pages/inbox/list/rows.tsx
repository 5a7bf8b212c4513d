import type { KeyboardEvent, MouseEvent } from "react";
import { useEffect } from "react";
import { useText } from "#web/language/use-text.ts";
import { rowIdOf } from "#web/pages/inbox/shared/focus.ts";
import { useNow } from "#web/pages/inbox/shared/hooks.ts";
import { rowPixels, useDensity } from "#web/pages/inbox/shared/layout.ts";
import { writeUrlState } from "#web/pages/inbox/shared/url-state.ts";
import { useInbox } from "#web/pages/inbox/store.ts";
import type { Inbox } from "#web/pages/inbox/types.ts";
import { Button } from "#web/ui/button.tsx";
import * as css from "./list.css.ts";
import { Row } from "./row.tsx";
import { type RowWindow, renderedRows, useRowWindow, useSteadyScroll, useSteadyTop } from "./row-window.ts";

// Rows before the end at which the next page is prefetched. The first page has 50 rows and renders 20, so it prefetches nothing.
const prefetchRows = 25;

/** The visible rows of the list. */
export function Rows() {
  const { list, url, selected, state, dispatch, scroller, cursor, open, select } = useInbox();
  const { submissions, ids, query } = list;
  const now = useNow();
  const count = ids.length;
  const density = useDensity();
  const pixels = rowPixels();
  useSteadyTop(scroller, pixels);
  const shown = useRowWindow(scroller, count, pixels);
  useSteadyScroll(scroller, ids, pixels);
  useShownRows(list.query, dispatch, shown, count);
  const { tabStop } = cursor;

  return (
    <>
      <ul
        ref={(element) => element?.style.setProperty("block-size", `${count * pixels}px`)}
        className={css.list}
        aria-busy={query.isPlaceholderData}
        data-density={density}
        data-closing={state.leaving.size > 0}
        onClick={(event) => followClick(event, open, select)}
        onKeyDown={(event) => followArrow(event, cursor.moveFocus)}
        onFocus={(event) => {
          const id = rowIdOf(event.target);
          if (id) dispatch({ type: "rowFocused", ids, id });
        }}
      >
        {/* The row of the tab key stays rendered when it is scrolled away, so it keeps the focus. */}
        {renderedRows(shown, tabStop === null ? -1 : ids.indexOf(tabStop)).map((index) => {
          const submission = submissions[index];
          if (!submission) return null;
          const { id } = submission;
          return (
            <Row
              key={id}
              submission={submission}
              index={index}
              size={query.hasNextPage ? -1 : count}
              top={index * pixels}
              href={writeUrlState({ ...url, opened: id })}
              now={now}
              isOpened={id === url.opened}
              isSelected={selected.bulk || selected.ids.has(id)}
              isTabStop={id === tabStop}
              isLeaving={state.leaving.has(id)}
            />
          );
        })}
      </ul>
      <Foot />
    </>
  );
}

function Foot() {
  const text = useText();
  const { hasNextPage, isError, fetchNextPage } = useInbox().list.query;
  if (!hasNextPage && !isError) return null;
  return (
    <div className={css.foot}>
      <p>{text(isError ? "inbox.load.moreFailed" : "inbox.loadingMore")}</p>
      {isError && (
        <Button size="small" onClick={() => fetchNextPage()}>
          {text("inbox.retry")}
        </Button>
      )}
    </div>
  );
}

/** Tells the store the rendered rows, and prefetches the next page. */
function useShownRows(
  { hasNextPage, isFetching, isError, fetchNextPage }: Inbox["list"]["query"],
  dispatch: Inbox["dispatch"],
  { first, last }: RowWindow,
  count: number,
): void {
  useEffect(() => dispatch({ type: "rowsShown", first, last: last - 1 }), [dispatch, first, last]);
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && last + prefetchRows >= count) fetchNextPage();
  }, [hasNextPage, isFetching, isError, last, count, fetchNextPage]);
}

function followClick(event: MouseEvent<HTMLElement>, open: Inbox["open"], select: Inbox["select"]): void {
  const target = event.target as HTMLElement;
  const id = rowIdOf(target);
  if (!id) return;
  if (target.closest("label")) {
    // The label passes its click to the checkbox, except a click with Shift in some browsers.
    if (target.tagName === "INPUT") select(id, event.shiftKey);
    else if (event.shiftKey) {
      event.preventDefault();
      select(id, true);
    }
    return;
  }
  // The browser opens a new tab or window.
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!target.closest("a")) return;
  event.preventDefault();
  open(id);
}

function followArrow(event: KeyboardEvent, moveFocus: Inbox["cursor"]["moveFocus"]): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const move = ({ ArrowDown: "next", ArrowUp: "previous", Home: "first", End: "last" } as const)[event.key];
  if (!move) return;
  event.preventDefault();
  moveFocus(move);
}
