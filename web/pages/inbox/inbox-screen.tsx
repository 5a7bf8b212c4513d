import { type KeyboardEvent, useMemo, useState } from "react";
import type { Submission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { useDelete, useMark } from "./changes.ts";
import { useOnline, useSettled } from "./clock.ts";
import { Detail } from "./detail.tsx";
import { searchElement, useFocus } from "./focus.ts";
import * as css from "./inbox-screen.css.ts";
import { keyAction, neighbour } from "./keys.ts";
import { List } from "./list.tsx";
import { useListScroll } from "./list-scroll.ts";
import { usePlace } from "./place.ts";
import { useSubmission, useSubmissionCounts, useSubmissionList } from "./queries.ts";
import { mergePages } from "./submission-list.ts";
import { Toolbar } from "./toolbar.tsx";
import { useFailureToast, useNewcomers } from "./watch.ts";

// As long as a row takes to leave.
const leavingTime = 200;

/** The inbox of an administrator: what to look for above, messages at the left, the opened one at the right. */
export function InboxScreen({ signOut }: { signOut: () => void }) {
  const text = useText();
  const { filter, opened, move } = usePlace();
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim(), 250);
  const [asking, setAsking] = useState<Submission | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  const online = useOnline();

  const list = useSubmissionList(filter, search);
  const counts = useSubmissionCounts();
  const detail = useSubmission(opened);
  const submissions = useMemo(() => mergePages(list.data?.pages ?? []), [list.data]);
  const failed = list.isError || (list.isPending && list.errorUpdateCount > 0);
  useFailureToast(failed);
  useNewcomers(counts.data);

  const mark = useMark();
  const remove = useDelete();
  const focus = useFocus();
  const listScroll = useListScroll(opened !== null);

  const open = (id: string) => {
    listScroll.keep();
    focus.detail(id);
    move({ opened: id });
  };
  const close = () => {
    if (opened) focus.row(opened);
    move({ opened: null });
  };
  const deleteNow = (submission: Submission) => {
    const ids = submissions.map(({ id }) => id);
    const next = neighbour(ids, submission.id, 1) ?? neighbour(ids, submission.id, -1);
    setAsking(null);
    if (next) focus.row(next);
    else focus.search();
    if (opened === submission.id) move({ opened: null });
    setLeaving(submission.id);
    setTimeout(() => remove(submission, () => setLeaving(null)), leavingTime);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const action = keyAction(event, target.closest("input, dialog") !== null);
    if (!action) return;
    const pointed = focus.rowIdOf(target) ?? opened;
    const submission = pointed === opened ? detail.data : submissions.find(({ id }) => id === pointed);
    const step = action === "next" ? 1 : -1;
    const other = neighbour(
      submissions.map(({ id }) => id),
      pointed,
      step,
    );

    if (action === "search") document.getElementById(searchElement)?.focus();
    else if (action === "close" && opened) close();
    else if (action === "toggle_read" && submission) mark(submission, !submission.read);
    else if (action === "delete" && submission) setAsking(submission);
    else if ((action === "next" || action === "previous") && other) open(other);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for controls that are all there
    <div className={css.inbox} data-opened={opened !== null} onKeyDown={onKeyDown}>
      <Toolbar
        filter={filter}
        counts={counts.data}
        search={typed}
        onFilter={(next) => move({ filter: next, opened: null })}
        onSearch={setTyped}
        onLeaveSearch={() => focus.firstRow(submissions[0]?.id)}
        signOut={signOut}
      />
      <p className={css.offline} aria-live="polite">
        {!online && text("inbox.offline")}
      </p>
      <div className={css.panes}>
        <section className={css.list} aria-label={text("inbox.list")}>
          <List
            list={list}
            submissions={submissions}
            failed={failed}
            retry={() => {
              list.refetch();
              counts.refetch();
            }}
            total={counts.data?.[filter]}
            place={{ filter, opened }}
            search={search}
            leaving={leaving}
            open={open}
            showAll={() => {
              setTyped("");
              move({ filter: "all" });
            }}
          />
        </section>
        <section className={css.detail} aria-label={text("inbox.detail")}>
          <Detail opened={opened} query={detail} close={close} mark={mark} askToDelete={setAsking} />
        </section>
      </div>
      {asking && (
        <ConfirmDialog
          title={text("inbox.delete.title", { name: asking.name })}
          description={text("inbox.delete.warning")}
          confirmLabel={text("inbox.delete.confirm")}
          cancelLabel={text("inbox.delete.cancel")}
          onConfirm={() => deleteNow(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
    </div>
  );
}
