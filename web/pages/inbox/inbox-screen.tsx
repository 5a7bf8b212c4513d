import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Submission, SubmissionAction } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { changed } from "./change-queue.ts";
import { useChanges } from "./changes.ts";
import { useOnline, useSettled } from "./clock.ts";
import { useCursor } from "./cursor.ts";
import { DeleteQuestion } from "./delete-question.tsx";
import { Detail } from "./detail.tsx";
import { useEverything } from "./everything.ts";
import { useFailureToast } from "./failure-toast.ts";
import { rowIdOf, searchElement, useFocus } from "./focus.ts";
import { useCounts, useFolder } from "./folder.ts";
import * as css from "./inbox-screen.css.ts";
import type { KeyAction } from "./keys.ts";
import { List } from "./list.tsx";
import { ListHeader } from "./list-header.tsx";
import { Newcomers } from "./newcomers.tsx";
import { usePlace, writePlace } from "./place.ts";
import { useOverview, useSubmission, useSubmissionList } from "./queries.ts";
import { useScrollMemory } from "./scroll-memory.ts";
import { allOf, extended, nothing, remaining, type Selected, toggled } from "./selection.ts";
import { useShortcutKeys } from "./shortcut-keys.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { StatusLine } from "./status-line.tsx";
import { useSync } from "./sync.ts";
import { useUnreadTitle } from "./title.ts";
import { Toolbar } from "./toolbar.tsx";

const Statistics = lazy(() => import("./statistics.tsx"));

// As long as a row takes to leave.
const leavingTime = 200;

type Asking = { submissions: readonly Submission[] } | "everything";

/** The inbox of an administrator: what to look for above, messages at the left, the opened one at the right. */
export function InboxScreen({ signOut }: { signOut: () => void }) {
  const text = useText();
  const { place, move, back } = usePlace();
  const { filter, search, opened } = place;
  const [typed, setTyped] = useTypedSearch(search, (next) => move({ search: next }, { replace: true }));
  const [asking, setAsking] = useState<Asking | null>(null);
  const [panel, setPanel] = useState<"keys" | "statistics" | null>(null);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<Selected>(nothing);
  const [rows, setRows] = useState({ first: 0, last: 0 });
  const scroller = useRef<HTMLDivElement>(null);
  const online = useOnline();

  const list = useSubmissionList(filter, search);
  const overview = useOverview();
  const detail = useSubmission(opened);
  const { changes, change, undo, undoable } = useChanges();
  const everything = useEverything(undoable);
  const { submissions, pageOf, ids } = useFolder(place, list, changes);
  const counts = useCounts(overview.data, changes);
  const failed = list.isError || (list.isPending && list.errorUpdateCount > 0);
  const revision = overview.data?.revision ?? null;
  const sync = useSync(
    place,
    list.isPlaceholderData ? undefined : list.data,
    { revision, lookedAt: overview.dataUpdatedAt },
    { first: pageOf[rows.first] ?? 0, last: pageOf[Math.min(rows.last, pageOf.length - 1)] ?? 0 },
  );
  useFailureToast(failed);
  useUnreadTitle(counts?.unread);
  useFreshDetail(revision, detail.refetch, opened);
  useScrollMemory(scroller, `${filter} ${search}`, {
    loaded: submissions.length,
    hasMore: list.hasNextPage,
    isBusy: list.isFetching,
    loadMore: list.fetchNextPage,
  });

  const focus = useFocus();
  const cursor = useCursor(ids, opened, focus, scroller);
  const selected = useMemo(() => remaining(chosen, ids), [chosen, ids]);
  const total = search ? (list.hasNextPage ? null : ids.length) : (counts?.[filter] ?? null);
  const openedNow = detail.data && changed(changes, detail.data);
  const here = (id: string | null) =>
    id === opened && openedNow ? openedNow : submissions.find((each) => each.id === id);

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
    setChosen(range ? extended(selected, ids, id) : toggled(selected, id));
  const setRowsStable = useCallback(
    (first: number, last: number) =>
      setRows((now) => (now.first === first && now.last === last ? now : { first, last })),
    [],
  );

  const act = (action: SubmissionAction, target: readonly Submission[] | "everything") => {
    if (action === "delete") setAsking(target === "everything" ? target : { submissions: target });
    else if (target === "everything") {
      everything.start(action, { filter, search }, sync.seenUntil.current, total);
      setChosen(nothing);
    } else {
      change(action, target);
      if (target.length > 1 || selected.ids.size > 0) setChosen(nothing);
    }
  };
  const target = (): readonly Submission[] | "everything" =>
    selected.everything ? "everything" : submissions.filter(({ id }) => selected.ids.has(id));
  const deleteNow = () => {
    setAsking(null);
    if (asking === "everything") {
      everything.start("delete", { filter, search }, sync.seenUntil.current, total);
      setChosen(nothing);
    } else if (asking) deleteSome(asking.submissions);
  };
  const deleteSome = (doomed: readonly Submission[]) => {
    const gone = new Set(doomed.map(({ id }) => id));
    const last = ids.findLastIndex((id) => gone.has(id));
    const rest = (part: readonly string[]) => part.filter((id) => !gone.has(id));
    const next = rest(ids.slice(last + 1))[0] ?? rest(ids.slice(0, Math.max(0, last))).at(-1);
    if (opened && gone.has(opened)) back();
    if (next) cursor.focusRow(next);
    else focus.search();
    setLeaving(gone);
    setTimeout(() => {
      change("delete", doomed);
      setChosen((now) => (doomed.length > 1 || now.ids.size > 0 ? nothing : now));
      setTimeout(() => setLeaving(new Set()), leavingTime);
    }, leavingTime);
  };

  useShortcutKeys((action: KeyAction, element) => {
    const pointed = rowIdOf(element) ?? opened ?? cursor.focused;
    const one = here(pointed);
    const many = selected.everything || selected.ids.size > 0;
    const concerned = many ? target() : one ? [one] : [];
    const step = action === "next" ? 1 : -1;
    switch (action) {
      case "next":
      case "previous": {
        if (opened === null) {
          if (ids.length === 0) return false;
          cursor.moveFocus(action);
          return true;
        }
        const other = cursor.beside(step);
        if (other) open(other, true);
        return other !== null;
      }
      case "open":
        if (!pointed || pointed === opened) return false;
        open(pointed);
        return true;
      case "select":
      case "select_range":
        if (!pointed || !ids.includes(pointed)) return false;
        select(pointed, action === "select_range");
        return true;
      case "toggle_read":
      case "toggle_spam":
      case "delete":
        if (concerned.length === 0) return false;
        act(actionOf(action, concerned, filter), concerned);
        return true;
      case "undo":
        undo();
        return true;
      case "search":
        document.getElementById(searchElement)?.focus();
        return true;
      case "help":
        setPanel("keys");
        return true;
      case "close":
        if (many) setChosen(nothing);
        else if (opened) close();
        else return false;
        return true;
    }
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
  const announcement =
    selected.everything || selected.ids.size > 0
      ? text("inbox.selected", { count: selected.everything ? (total ?? ids.length) : selected.ids.size })
      : search && !list.isFetching
        ? text(list.hasNextPage ? "inbox.foundMore" : "inbox.found", { shown: ids.length })
        : "";

  return (
    <div className={css.inbox} data-opened={opened !== null}>
      <Toolbar
        filter={filter}
        counts={counts}
        typed={typed}
        search={search}
        onFilter={(next) => {
          setChosen(nothing);
          move({ filter: next, opened: null });
        }}
        onSearch={(next) => {
          setChosen(nothing);
          setTyped(next);
        }}
        onLeaveSearch={() => cursor.focusRow(ids[0])}
        show={setPanel}
        signOut={signOut}
      />
      <StatusLine online={online} waiting={changes.length} stale={overview.isError} />
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
            selectLoaded={(on) => setChosen(on ? allOf(ids) : nothing)}
            selectEverything={() => setChosen({ ...allOf(ids), everything: true })}
            act={(action) => act(action, target())}
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
        <section key={opened} className={css.detail} aria-label={text("inbox.detail")}>
          <Detail
            opened={opened}
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
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      {asking && (
        <DeleteQuestion
          submissions={asking === "everything" ? null : asking.submissions}
          total={total}
          search={search}
          confirm={deleteNow}
          cancel={() => setAsking(null)}
        />
      )}
      {panel === "keys" && <Shortcuts close={() => setPanel(null)} />}
      {panel === "statistics" && (
        <Suspense>
          <Statistics close={() => setPanel(null)} />
        </Suspense>
      )}
    </div>
  );
}

function actionOf(
  key: "toggle_read" | "toggle_spam" | "delete",
  concerned: readonly Submission[] | "everything",
  filter: string,
): SubmissionAction {
  if (key === "delete") return "delete";
  const some = concerned === "everything" ? [] : concerned;
  if (key === "toggle_spam") {
    return filter === "spam" || (some.length > 0 && some.every(({ spam }) => spam)) ? "not_spam" : "spam";
  }
  return filter === "read" || (some.length > 0 && some.every(({ read }) => read)) ? "unread" : "read";
}

/** What is written in the search, which the address follows once the writing pauses. */
function useTypedSearch(search: string, follow: (search: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(search);
  const settled = useSettled(typed.trim(), 250);
  const followed = useRef(search);
  const latest = useRef(follow);
  useEffect(() => {
    latest.current = follow;
  });
  useEffect(() => {
    if (settled === followed.current) return;
    followed.current = settled;
    latest.current(settled);
  }, [settled]);
  useEffect(() => {
    // The browser's back and forward change the address by themselves.
    if (search === followed.current) return;
    followed.current = search;
    setTyped(search);
  }, [search]);
  return [typed, setTyped];
}

// What somebody else did to the opened message is seen when the inbox has moved on.
function useFreshDetail(revision: string | null, refetch: () => unknown, opened: string | null): void {
  const known = useRef(revision);
  useEffect(() => {
    const before = known.current;
    known.current = revision;
    if (opened && before !== null && before !== revision) refetch();
  }, [revision, refetch, opened]);
}
