import type { KeyboardEvent, MouseEvent } from "react";
import { memo, useEffect, useMemo } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { findHits, splitSearch } from "#functions/contract/search-text.ts";
import { describeWishes } from "#functions/contract/submission.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import {
  type Concerns,
  type Navigation,
  type SelectionTools,
  useCursor,
  useInboxState,
  useList,
  useNavigation,
  useScroller,
  useSelection,
} from "#web/pages/inbox/concerns.ts";
import { Age } from "#web/pages/inbox/shared/age.tsx";
import { checkbox } from "#web/pages/inbox/shared/choice.css.ts";
import { toStanding, useReasons } from "#web/pages/inbox/shared/doubts.ts";
import { findRowId, toRowElementId } from "#web/pages/inbox/shared/focus.ts";
import { useNow, usePrinting } from "#web/pages/inbox/shared/hooks.ts";
import { InboxIcon } from "#web/pages/inbox/shared/key-hints.tsx";
import { getRowPixels, useDensity } from "#web/pages/inbox/shared/layout.ts";
import { toCriteria } from "#web/pages/inbox/shared/narrowing.ts";
import { isCallable } from "#web/pages/inbox/shared/submissions.ts";
import { isPlainClick, writeUrlState } from "#web/pages/inbox/shared/url-state.ts";
import { toInitials, useAssignees } from "#web/pages/inbox/states/assignees.ts";
import { stateIcons } from "#web/pages/inbox/states/conversation-menus.tsx";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, VisuallyHidden } from "#web/ui/text.tsx";
import { findHitLine, Marked, toPlainText } from "./hits.tsx";
import * as css from "./list.css.ts";
import {
  listRenderedRows,
  type RowWindow,
  useRowWindow,
  useSteadyScroll,
  useSteadyTop,
} from "./row-window.ts";

// Rows before the end at which the next page is prefetched. The first page has 50 rows and renders 20, so it prefetches
// nothing.
const prefetchRows = 25;

/** Renders the rows near the visible part of a list of possibly thousands, and handles their clicks and keys. */
export function Rows() {
  const { state, store } = useInboxState();
  const { listSelection, url, open } = useNavigation();
  const list = useList();
  const scroller = useScroller();
  const cursor = useCursor();
  const { selected, select } = useSelection();
  const { submissions, ids, query } = list;
  const now = useNow();
  const count = ids.length;
  const density = useDensity();
  const pixels = getRowPixels();
  useSteadyTop(scroller, pixels);
  const rowWindow = useRowWindow(scroller, count, pixels);
  useSteadyScroll(scroller, ids, pixels);
  useShownRows(list.query, store, rowWindow, count);
  const { tabStop } = cursor;
  // The search of the rows on screen, which may still be those of the last one.
  const { q: search, name = "" } = useMemo(() => toCriteria(listSelection), [listSelection]);
  const searchWords = useMemo(() => splitSearch(`${search} ${name}`), [search, name]);
  const { toName } = useAssignees();
  // Paper shows all loaded rows.
  const shownWindow = usePrinting() ? { first: 0, last: count } : rowWindow;

  return (
    <>
      <ul
        ref={(element) => element?.style.setProperty("block-size", `${count * pixels}px`)}
        className={css.list}
        aria-busy={query.isPlaceholderData}
        data-density={density}
        data-closing={state.leavingIds.size > 0}
        onClick={(event) => followClick(event, open, select)}
        onKeyDown={(event) => followArrow(event, cursor.moveFocus)}
        onFocus={(event) => {
          const id = findRowId(event.target);
          if (id) store.noteFocusedRow(ids, id);
        }}
      >
        {/* The tab stop stays rendered when it is scrolled out of view, so it keeps the focus. */}
        {listRenderedRows(shownWindow, tabStop === null ? -1 : ids.indexOf(tabStop)).map((index) => {
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
              href={writeUrlState({ ...url, openedId: id })}
              now={now}
              isOpened={id === url.openedId}
              isSelected={selected.isBulk || selected.ids.has(id)}
              isTabStop={id === tabStop}
              isLeaving={state.leavingIds.has(id)}
              assigneeName={submission.assignee === null ? null : toName(submission.assignee)}
              search={search}
              searchWords={searchWords}
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
  const { hasNextPage, isError, retry } = useList().query;
  if (!hasNextPage && !isError) return null;
  return (
    <div className={css.foot}>
      <p>{text(isError ? "inbox.load.moreFailed" : "inbox.loadingMore")}</p>
      {isError && (
        <Button size="small" onClick={retry}>
          {text("inbox.retry")}
        </Button>
      )}
    </div>
  );
}

/** Reports the rendered rows, whose pages `useSync` reloads, to the store. Prefetches the next page. */
function useShownRows(
  { hasNextPage, isFetching, isError, fetchNextPage }: ReturnType<typeof useList>["query"],
  { set }: InboxStore,
  { first, last }: RowWindow,
  count: number,
): void {
  useEffect(() => set({ rows: { first, last: last - 1 } }), [set, first, last]);
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && last + prefetchRows >= count) fetchNextPage();
  }, [hasNextPage, isFetching, isError, last, count, fetchNextPage]);
}

/** Toggles the message of a clicked checkbox, with Shift a range, or opens the message of a clicked link. */
function followClick(
  event: MouseEvent<HTMLElement>,
  open: Navigation["open"],
  select: SelectionTools["select"],
): void {
  const target = event.target as HTMLElement;
  const id = findRowId(target);
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
  if (!isPlainClick(event) || !target.closest("a")) return;
  event.preventDefault();
  open(id);
}

function followArrow(event: KeyboardEvent, moveFocus: Concerns["cursor"]["moveFocus"]): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const move = ({ ArrowDown: "next", ArrowUp: "previous", Home: "first", End: "last" } as const)[event.key];
  if (!move) return;
  event.preventDefault();
  moveFocus(move);
}

type RowProps = {
  submission: FullSubmission;
  index: number;
  /** The length of the list, -1 while unknown. */
  size: number;
  /** The distance from the start of the list in pixels. */
  top: number;
  href: string;
  now: number;
  isOpened: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  isLeaving: boolean;
  /** The name of the assignee; null without one. */
  assigneeName: string | null;
  search: string;
  searchWords: readonly string[];
};

/** Shows a message of the list as a link to it. */
const Row = memo(function Row(props: RowProps) {
  const { submission, index, size, top, href, now, isOpened, isSelected, isTabStop, isLeaving } = props;
  const { assigneeName, search, searchWords } = props;
  const text = useText();
  const { id, name, read, created_at: createdAt } = submission;
  const { service, reasons } = useServiceOrReasons(submission);
  const tabIndex = isTabStop ? 0 : -1;

  return (
    <li
      ref={(element) => element?.style.setProperty("translate", `0 ${top}px`)}
      className={css.item}
      aria-setsize={size}
      aria-posinset={index + 1}
      data-row={id}
      data-selected={isSelected}
      data-opened={isOpened}
      data-leaving={isLeaving}
    >
      <label className={css.choose}>
        <input
          type="checkbox"
          className={checkbox}
          aria-label={text("inbox.select.one", { name })}
          checked={isSelected}
          tabIndex={tabIndex}
          // The list handles the events of its rows.
          readOnly
        />
      </label>
      <a
        id={toRowElementId(id)}
        className={css.row}
        href={href}
        tabIndex={tabIndex}
        aria-current={isOpened ? "true" : undefined}
        data-unread={!read}
      >
        <span className={css.heading}>
          <span className={css.sender}>
            <span className={css.name} dir="auto">
              {searchWords.length > 0 ? <Marked text={name} hits={findHits(name, searchWords)} /> : name}
            </span>
            {!read && (
              <span className={css.unread}>
                <Badge tone="quiet">{text("inbox.new")}</Badge>
              </span>
            )}
            {!read && toStanding(submission) === "review" && (
              <Badge tone="caution">{text("inbox.review")}</Badge>
            )}
          </span>
          {service && <span className={css.service}>{service}</span>}
        </span>
        <span className={css.end}>
          {!submission.spam && <Standing state={submission.state} assigneeName={assigneeName} />}
          <Age className={css.age} createdAt={createdAt} now={now} />
        </span>
        {reasons && <span className={css.reasons}>{reasons}</span>}
        <Lines submission={submission} search={search} searchWords={searchWords} />
      </a>
    </li>
  );
});

type StandingProps = { state: FullSubmission["state"]; assigneeName: string | null };

/** Shows the initials of the assignee, and the state by an icon. Screen readers read both in words. */
function Standing({ state, assigneeName }: StandingProps) {
  const text = useText();
  const stateName = text(`inbox.conversation.${state}`);
  return (
    <>
      {assigneeName !== null && (
        <span className={css.assignee} title={text("inbox.assignedTo", { name: assigneeName })}>
          <span aria-hidden="true">{toInitials(assigneeName)}</span>
          <VisuallyHidden>{text("inbox.assignedTo", { name: assigneeName })}</VisuallyHidden>
        </span>
      )}
      <span className={css.state} data-state={state} title={stateName}>
        <InboxIcon name={stateIcons[state]} />
        <VisuallyHidden>{stateName}</VisuallyHidden>
      </span>
    </>
  );
}

type LinesProps = Pick<RowProps, "submission" | "search" | "searchWords">;

/**
 * Shows what is to be known first about a message, then its text as far as two lines have room. In a search it shows the
 * line that matches.
 */
function Lines({ submission, search, searchWords }: LinesProps) {
  const text = useText();
  const language = useLanguage();
  const { message, acknowledgement } = submission;
  const hitLine = findHitLine(submission, search, searchWords);
  if (hitLine) {
    return (
      <span className={css.lines}>
        <span className={css.preview} dir="auto">
          <Marked {...hitLine} />
        </span>
      </span>
    );
  }
  const wishes = describeWishes(submission, language);
  const preview = message ? toPlainText(message).text : !wishes && text("inbox.noMessage");
  return (
    <span className={css.lines}>
      {acknowledgement === "undelivered" && (
        <span className={css.undelivered}>
          {text(isCallable(submission) ? "inbox.undelivered" : "inbox.undelivered.check")}
        </span>
      )}
      {wishes && <span className={css.wishes}>{wishes}</span>}
      {preview && (
        <span className={css.preview} dir="auto">
          {preview}
        </span>
      )}
    </span>
  );
}

/** Returns the service of a message. A message in spam has its doubts instead, unless it has none or harmless ones. */
function useServiceOrReasons({ service_type: service, spam, doubts }: FullSubmission) {
  const text = useText();
  const reasons = useReasons();
  const standing = toStanding({ spam, doubts });
  if (spam && standing && standing !== "note") return { reasons: reasons(doubts) };
  return { service: text(service ? `contact.service.${service}` : "inbox.service.none") };
}
