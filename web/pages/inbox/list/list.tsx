import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import type { Submission } from "#functions/contract/submission.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { useText } from "#web/language/use-text.ts";
import { useNow } from "#web/pages/inbox/clock.ts";
import { rowIdOf } from "#web/pages/inbox/next-focus.ts";
import { Notice, Waiting } from "#web/pages/inbox/notice.tsx";
import type { useSubmissionList } from "#web/pages/inbox/queries.ts";
import type { Selected } from "#web/pages/inbox/selection.ts";
import { type Place, writePlace } from "#web/pages/inbox/url-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Empty } from "./empty.tsx";
import * as css from "./list.css.ts";
import { Row } from "./row.tsx";
import { rowPixels, useRowWindow } from "./row-window.ts";

type ListProps = {
  list: ReturnType<typeof useSubmissionList>;
  submissions: readonly Submission[];
  ids: readonly string[];
  /** Loading failed the last time it was tried. */
  failed: boolean;
  retry: () => void;
  place: Place;
  selected: Selected;
  /** The messages that are on their way out. */
  leaving: ReadonlySet<string>;
  scroller: RefObject<HTMLDivElement | null>;
  /** The row that the tab key reaches. */
  tabStop: string | null;
  onFocusRow: (id: string) => void;
  open: (id: string) => void;
  select: (id: string, range: boolean) => void;
  moveFocus: (goal: "next" | "previous" | "first" | "last") => void;
  onRows: (first: number, last: number) => void;
  showAll: () => void;
};

// So early that the end is not seen to come near, and not before anyone scrolls: the first page is 50, of which 20 are
// rendered at first.
const ahead = 25;

/** The messages that the filter and the search let through, newest first; one stop of the tab key. */
export function List(props: ListProps) {
  const { list, submissions, failed, retry, place, showAll, scroller } = props;
  const text = useText();
  const shown = submissions.length;

  return (
    <div ref={scroller} className={css.scroller}>
      {failed && shown === 0 ? (
        <Notice
          title={text("inbox.load.failed")}
          detail={text(problemMessage(list.error))}
          action={{ label: text("inbox.retry"), run: retry }}
        />
      ) : list.isPending || (shown === 0 && list.hasNextPage) ? (
        <Waiting label={text("inbox.loading")} />
      ) : shown === 0 ? (
        <Empty filter={place.filter} search={place.search} showAll={showAll} />
      ) : (
        <Rows {...props} />
      )}
    </div>
  );
}

function Rows(props: ListProps) {
  const { list, submissions, ids, place, selected, leaving, scroller, tabStop } = props;
  const { open, select, moveFocus, onFocusRow, onRows } = props;
  const text = useText();
  const now = useNow();
  const count = submissions.length;
  const { first, last } = useRowWindow(scroller, count);
  const pixels = rowPixels();
  useSteadyScroll(scroller, ids, pixels);

  useEffect(() => onRows(first, last - 1), [onRows, first, last]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && last + ahead >= count) fetchNextPage();
  }, [hasNextPage, isFetching, isError, last, count, fetchNextPage]);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const id = rowIdOf(target);
    if (!id) return;
    if (target.closest("label")) {
      // The label passes its click on to the checkbox, and that one counts; one with shift not in every browser.
      if (target.tagName === "INPUT") select(id, event.shiftKey);
      else if (event.shiftKey) {
        event.preventDefault();
        select(id, true);
      }
      return;
    }
    // In a new tab or window, if that is what was asked for.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!target.closest("a")) return;
    event.preventDefault();
    open(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const goal = ({ ArrowDown: "next", ArrowUp: "previous", Home: "first", End: "last" } as const)[event.key];
    if (!goal) return;
    event.preventDefault();
    moveFocus(goal);
  };

  // The row with the focus stays, also when it is scrolled away: the focus would go with it.
  const kept = tabStop === null ? -1 : ids.indexOf(tabStop);
  const rendered = [];
  for (let index = first; index < last; index += 1) rendered.push(index);
  if (kept >= 0 && kept < first) rendered.unshift(kept);
  if (kept >= last) rendered.push(kept);
  const size = hasNextPage ? -1 : count;

  return (
    <>
      <ul
        ref={(element) => element?.style.setProperty("block-size", `${count * pixels}px`)}
        className={css.list}
        aria-busy={list.isPlaceholderData}
        data-closing={leaving.size > 0}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const id = rowIdOf(event.target);
          if (id) onFocusRow(id);
        }}
      >
        {rendered.map((index) => {
          const submission = submissions[index];
          if (!submission) return null;
          const { id } = submission;
          return (
            <Row
              key={id}
              submission={submission}
              index={index}
              size={size}
              top={index * pixels}
              href={writePlace({ ...place, opened: id })}
              now={now}
              isOpened={id === place.opened}
              isSelected={selected.everything || selected.ids.has(id)}
              isTabStop={id === (kept >= 0 ? tabStop : ids[0])}
              isLeaving={leaving.has(id)}
            />
          );
        })}
      </ul>
      {(hasNextPage || isError) && (
        <div className={css.foot}>
          <p>{text(isError ? "inbox.load.moreFailed" : "inbox.loadingMore")}</p>
          {isError && (
            <Button size="small" onClick={() => fetchNextPage()}>
              {text("inbox.retry")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Keeps what is seen where it is when rows come or go above it. */
function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  pixels: number,
): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = ids;
    const element = scroller.current;
    if (!element || old === ids || element.scrollTop < 1) return;
    const top = Math.floor(element.scrollTop / pixels);
    for (let index = top; index < Math.min(old.length, top + 20); index += 1) {
      const now = ids.indexOf(old[index] ?? "");
      if (now === -1) continue;
      if (now !== index) element.scrollBy({ top: (now - index) * pixels });
      return;
    }
  }, [scroller, ids, pixels]);
}
