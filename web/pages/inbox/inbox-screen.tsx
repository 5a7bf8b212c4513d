import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { toProblemMessage } from "#web/api/api-error.ts";
import { createNoResponseError } from "#web/api/client.ts";
import { useText } from "#web/language/use-text.ts";
import { arrivalKey, type FlashToast, takeFlash } from "#web/ui/flash.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { region as toastRegion } from "#web/ui/toast.css.ts";
import { useToast } from "#web/ui/toast.tsx";
import { getDurationMs } from "#web/ui/toast-list.ts";
import { ConcernsContext, useActions, useDetail, useList, useNavigation, useSelection } from "./concerns.ts";
import { Conversation } from "./conversation/conversation.tsx";
import { DeskProvider } from "./conversation/desk.tsx";
import { useInboxModel } from "./inbox-model.ts";
import * as css from "./inbox-screen.css.ts";
import { useScreenKeys } from "./keyboard/screen-keys.ts";
import { Shortcuts } from "./keyboard/shortcuts.tsx";
import { List } from "./list/list.tsx";
import { useListMemory } from "./list/list-memory.ts";
import { NarrowingBar } from "./list/narrow.tsx";
import { SelectionBar, useExtent } from "./list/selection-bar.tsx";
import { Toolbar } from "./list/toolbar.tsx";
import { Detail } from "./message/detail.tsx";
import { useHandedMessage } from "./message/handed-message.ts";
import { BlockQuestion, DeleteQuestion } from "./message/questions.tsx";
import { listElementId } from "./shared/focus.ts";
import { useOnline, useReadyAtOnce } from "./shared/hooks.ts";
import { countNarrowings } from "./shared/narrowing.ts";

const loadStatistics = () => import("./statistics/statistics.tsx");

/** Loads what is not needed at once. Without it the inbox works, so a failure only leaves it out. */
const loadAlerts = () =>
  import("./alerts/alerts.tsx").catch(() => ({ Alerts: () => null, PasskeyAdvice: () => null }));
const Alerts = lazy(async () => ({ default: (await loadAlerts()).Alerts }));
const PasskeyAdvice = lazy(async () => ({ default: (await loadAlerts()).PasskeyAdvice }));

/** Shows the inbox of an administrator. */
export function InboxScreen({ administratorId, signOut }: { administratorId: string; signOut: () => void }) {
  const concerns = useInboxModel(administratorId);
  const { list, detail, navigation, state, store } = concerns;
  const statistics = useStatistics();
  useReadyAtOnce();
  useListMemory(concerns);
  useScreenKeys(concerns);
  useFailureToast(list.hasFailed);
  useHandedMessage(navigation.open);
  useUnreadTitle(list.unread);
  useToastSpace();
  return (
    <ConcernsContext value={concerns}>
      <DeskProvider administratorId={administratorId}>
        <div className={css.container}>
          <div className={css.inbox} data-opened={detail.id !== null}>
            <Toolbar showStatistics={statistics.open} signOut={signOut} />
            <Panes />
            <Announcement />
            <DeleteQuestion />
            <BlockQuestion />
            {state.areKeysShown && <Shortcuts close={() => store.set({ areKeysShown: false })} />}
            {statistics.panel}
          </div>
        </div>
      </DeskProvider>
    </ConcernsContext>
  );
}

function Panes() {
  const text = useText();
  const detail = useDetail();
  return (
    <div className={css.panes}>
      <section id={listElementId} className={css.list} aria-label={text("inbox.list")} tabIndex={-1}>
        <NarrowingBar />
        <List />
        <SelectionBar />
      </section>
      <Suspense>
        <Alerts />
      </Suspense>
      <section key={detail.id} className={css.detail} aria-label={text("inbox.detail")}>
        <Detail
          renderConversation={(submission, firstText) => (
            <Conversation submission={submission}>{firstText}</Conversation>
          )}
        />
      </section>
      <Suspense>
        <PasskeyAdvice />
      </Suspense>
      <StatusLine />
    </div>
  );
}

/** Loads the code of the statistics when the user opens them. */
function useStatistics() {
  const text = useText();
  const toast = useToast();
  const [Panel, setPanel] = useState<ComponentType<{ close: () => void }> | null>(null);
  const hideFailure = useRef(() => {});
  const open = () =>
    loadStatistics().then(
      (statisticsModule) => {
        hideFailure.current();
        setPanel(() => statisticsModule.default);
      },
      () => {
        hideFailure.current = toast({
          title: text("inbox.statistics.failed"),
          description: text(toProblemMessage(createNoResponseError())),
          tone: "critical",
        });
      },
    );
  return { panel: Panel && <Panel close={() => setPanel(null)} />, open };
}

/** Shows a toast while the messages cannot be loaded. */
function useFailureToast(hasFailed: boolean): void {
  const toast = useToast();
  const text = useText();
  useEffect(() => {
    if (!hasFailed) return;
    return toast({ title: text("toast.error"), description: text("inbox.load.failed"), tone: "critical" });
  }, [hasFailed, toast, text]);
}

/** Shows the number of unread messages before the title of the tab. */
function useUnreadTitle(unread: number | undefined): void {
  const [plainTitle] = useState(() => document.title.replace(/^\(\d[^)]*\) /, ""));
  useEffect(() => {
    document.title = unread ? `(${unread > 999 ? "999+" : unread}) ${plainTitle}` : plainTitle;
    return () => {
      document.title = plainTitle;
    };
  }, [unread, plainTitle]);
}

/**
 * Shows that the list may be out of date, or offline the number of changes that wait for the network. After a sign-in it
 * greets the user for some seconds.
 */
function StatusLine() {
  const online = useOnline();
  const text = useText();
  const list = useList();
  const { changes } = useActions();
  const arrival = useArrival();
  const waitingCount = changes.length;
  const messages = online
    ? [list.isStale && text("inbox.stale")]
    : [text("inbox.offline"), waitingCount > 0 && text("inbox.offline.waiting", { count: waitingCount })];
  const status = messages.filter(Boolean).join(" ");
  return (
    <div className={css.status} aria-live="polite">
      {status && <p className={css.caution}>{status}</p>}
      {arrival && (
        <p className={css.arrival}>
          <strong>{arrival.title}</strong>
          <span>{` ${arrival.description ?? ""}`}</span>
        </p>
      )}
    </div>
  );
}

/** Returns the notice about the sign-in that led here; null without one, and after the duration of a toast. */
function useArrival(): FlashToast | null {
  const [arrival, setArrival] = useState<FlashToast | null>(null);
  useEffect(() => {
    const [notice] = takeFlash(arrivalKey);
    if (!notice) return;
    setArrival(notice);
    const timer = setTimeout(() => setArrival(null), getDurationMs({ title: notice.title }));
    return () => clearTimeout(timer);
  }, []);
  return arrival;
}

/** Reserves the height of the toasts at the end of the panes, so that no toast covers a row or a control. */
function useToastSpace(): void {
  useEffect(() => {
    const [toasts, status] = [toastRegion, css.status].map((name) =>
      document.querySelector<HTMLElement>(`.${name}`),
    );
    if (!toasts || !status) return;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => {
      const hasToasts = [...toasts.children].some((group) => group.childElementCount > 0);
      style.setProperty(css.toastHeight, `${hasToasts ? toasts.offsetHeight : 0}px`);
      style.setProperty(css.statusHeight, `${status.offsetHeight}px`);
    });
    sizes.observe(toasts);
    sizes.observe(status);
    return () => {
      sizes.disconnect();
      for (const name of [css.toastHeight, css.statusHeight]) style.removeProperty(name);
    };
  }, []);
}

/** Announces the selection, or the number of results, to screen readers. */
function Announcement() {
  const text = useText();
  const { listSelection } = useNavigation();
  const list = useList();
  const { target } = useSelection();
  const { rowCount, count } = useExtent();
  const { query, total } = list;
  const describeResult = () => {
    if (query.isFetching) return "";
    if (listSelection.search)
      return text(query.hasNextPage ? "inbox.foundMore" : "inbox.found", { shown: rowCount });
    return countNarrowings(listSelection) > 0 && total !== null ? text("inbox.found", { shown: total }) : "";
  };
  const announcement = target ? text("inbox.selected", { count }) : describeResult();
  return (
    <VisuallyHidden>
      <span role="status">{announcement}</span>
    </VisuallyHidden>
  );
}
