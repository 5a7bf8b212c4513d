import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { useEverything } from "./changes/bulk-selection.ts";
import { changed } from "./changes/change-queue.ts";
import { useChanges } from "./changes/changes.tsx";
import { type Target, useHandling } from "./changes/row-actions.ts";
import { useOnline } from "./clock.ts";
import { useFailureToast } from "./failure-toast.ts";
import * as css from "./inbox-screen.css.ts";
import { useCursor } from "./keyboard/cursor.ts";
import { useScreenKeys } from "./keyboard/screen-keys.ts";
import { Shortcuts } from "./keyboard/shortcuts.tsx";
import { List } from "./list/list.tsx";
import { ListHeader } from "./list/list-header.tsx";
import { recalledSelection, useListMemory } from "./list/list-memory.ts";
import { Newcomers } from "./list/new-messages.tsx";
import { StatusLine } from "./list/status-line.tsx";
import { Toolbar } from "./list/toolbar.tsx";
import { useTypedSearch } from "./list/typed-search.ts";
import { DeleteQuestion } from "./message/delete-question.tsx";
import { Detail } from "./message/detail.tsx";
import { useFocus } from "./next-focus.ts";
import { useOverview, useSubmission, useSubmissionList } from "./queries.ts";
import { allOf, extended, nothing, toggled, useSelection } from "./selection.ts";
import { useCounts, useFolder } from "./shown-list.ts";
import { useStatistics } from "./statistics/use-statistics.ts";
import { useSync } from "./sync.ts";
import { useUnreadTitle } from "./title.ts";
import { usePlace, writePlace } from "./url-state.ts";

/** The inbox of an administrator: what to look for above, messages at the left, the opened one at the right. */
export function InboxScreen({ person, signOut }: { person: string; signOut: () => void }) {
  const text = useText();
  const { place, move, back } = usePlace();
  const { filter, search, opened } = place;
  const [typed, setTyped] = useTypedSearch(search, (next) => move({ search: next }, { replace: true }));
  const [helps, setHelps] = useState(false);
  const statistics = useStatistics();
  const [rows, setRows] = useState({ first: 0, last: 0 });
  const scroller = useRef<HTMLDivElement>(null);
  // The message that the address named when the inbox was entered: that is where one wants to be.
  const arrivedAt = useRef(opened);
  const online = useOnline();

  const list = useSubmissionList(filter, search);
  const overview = useOverview();
  const { state, change, undo, undos } = useChanges();
  const { changes } = state;
  const everything = useEverything(undos);
  const { submissions, pageOf, ids } = useFolder(place, list, changes);
  const counts = useCounts(overview.data, state);
  const failed = list.isError || (list.isPending && list.errorUpdateCount > 0);
  const revision = overview.data?.revision ?? null;
  const loaded = list.isPlaceholderData ? undefined : list.data;
  const sync = useSync(
    place,
    loaded,
    { revision, lookedAt: overview.dataUpdatedAt },
    { first: pageOf[rows.first] ?? 0, last: pageOf[Math.min(rows.last, pageOf.length - 1)] ?? 0 },
  );
  useFailureToast(failed);
  useUnreadTitle(counts?.unread);
  // The row answers before the message is drawn.
  const shown = useDeferredValue(opened);
  const detail = useSubmission(shown, loaded);
  const focus = useFocus();
  useEffect(() => {
    if (arrivedAt.current) focus.detail(arrivedAt.current);
  }, [focus]);
  const cursor = useCursor(ids, opened, focus, scroller);
  const name = `${person} ${filter} ${search}`;
  const [selected, choose] = useSelection(name, ids, recalledSelection);
  useListMemory(scroller, name, selected, {
    ids,
    hasMore: list.hasNextPage,
    isBusy: list.isFetching,
    failed: list.isError,
    loadMore: list.fetchNextPage,
  });
  const total = search ? (list.hasNextPage ? null : ids.length) : (counts?.[filter] ?? null);
  const openedNow = detail.data && changed(changes, detail.data);
  const here = (id: string | null) =>
    id === shown && openedNow ? openedNow : submissions.find((each) => each.id === id);

  const open = (id: string, replace = false) => {
    focus.detail(id);
    cursor.show(id);
    move({ opened: id }, { replace });
  };
  const close = () => {
    if (opened && ids.includes(opened)) cursor.focusRow(opened);
    back();
  };
  const select = (id: string, range: boolean) =>
    choose(range ? extended(selected, ids, id) : toggled(selected, id));
  const setRowsStable = useCallback(
    (first: number, last: number) =>
      setRows((now) => (now.first === first && now.last === last ? now : { first, last })),
    [],
  );

  const some = selected.everything || selected.ids.size > 0;
  const target: Target = useMemo(
    () =>
      selected.everything
        ? "everything"
        : selected.ids.size === 0
          ? []
          : submissions.filter(({ id }) => selected.ids.has(id)),
    [selected, submissions],
  );
  const { act, asking, answer, leaving } = useHandling({
    place,
    ids,
    opened,
    total,
    selected,
    choose,
    change,
    everything,
    seenUntil: sync.seenUntil,
    cursor,
    focus,
    back,
  });

  useScreenKeys({
    filter,
    opened,
    ids,
    cursor,
    here,
    target: some ? target : null,
    open,
    close,
    select,
    deselect: () => choose(nothing),
    act,
    undo,
    help: () => setHelps(true),
  });

  const bringIn = () => {
    const [newest] = sync.waiting;
    sync.bringIn();
    if (scroller.current) scroller.current.scrollTop = 0;
    if (newest) {
      cursor.setFocused(newest.id);
      focus.row(newest.id);
    }
  };
  const beside = { previous: cursor.beside(-1), next: cursor.beside(1) };
  const announcement = some
    ? text("inbox.selected", { count: selected.everything ? (total ?? ids.length) : selected.ids.size })
    : search && !list.isFetching
      ? text(list.hasNextPage ? "inbox.foundMore" : "inbox.found", { shown: ids.length })
      : "";

  return (
    <div className={css.inbox} data-opened={shown !== null}>
      <Toolbar
        filter={filter}
        counts={counts}
        typed={typed}
        search={search}
        onFilter={(next) => move({ filter: next, opened: null })}
        onSearch={setTyped}
        onLeaveSearch={() => cursor.focusRow(ids[0])}
        showKeys={() => setHelps(true)}
        showStatistics={statistics.open}
        signOut={signOut}
      />
      <div className={css.panes}>
        <section className={css.list} aria-label={text("inbox.list")}>
          <ListHeader
            filter={filter}
            search={search}
            shown={ids.length}
            hasMore={list.hasNextPage}
            total={total}
            selected={selected}
            progress={everything.progress}
            stop={everything.stop}
            selectLoaded={(on) => choose(on ? allOf(ids) : nothing)}
            selectEverything={() => choose({ ...allOf(ids), everything: true })}
            act={(action) => act(action, target)}
          />
          <Newcomers count={sync.waiting.length} more={sync.more} bringIn={bringIn} />
          <List
            list={list}
            submissions={submissions}
            ids={ids}
            failed={failed}
            retry={() => {
              list.refetch();
              overview.refetch();
            }}
            place={place}
            selected={selected}
            leaving={leaving}
            scroller={scroller}
            tabStop={cursor.tabStop}
            onFocusRow={cursor.setFocused}
            open={open}
            select={select}
            moveFocus={cursor.moveFocus}
            onRows={setRowsStable}
            showAll={() => {
              setTyped("");
              move({ filter: "all", search: "" });
            }}
          />
        </section>
        <section key={shown} className={css.detail} aria-label={text("inbox.detail")}>
          <Detail
            opened={shown}
            query={detail}
            submission={openedNow}
            close={close}
            act={(action, submission) => act(action, [submission])}
            previous={beside.previous ? () => open(beside.previous ?? "", true) : null}
            next={beside.next ? () => open(beside.next ?? "", true) : null}
            hrefOf={(id) => writePlace({ ...place, opened: id })}
            open={open}
          />
        </section>
      </div>
      <StatusLine online={online} waiting={changes.length} stale={overview.isError} />
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      {asking && (
        <DeleteQuestion
          submissions={asking === "everything" ? null : asking}
          total={total}
          search={search}
          confirm={() => answer(true)}
          cancel={() => answer(false)}
        />
      )}
      {helps && <Shortcuts close={() => setHelps(false)} />}
      {statistics.Panel && <statistics.Panel close={statistics.close} />}
    </div>
  );
}
