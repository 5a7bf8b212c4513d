import { useText } from "#web/language/use-text.ts";
import * as css from "#web/pages/inbox/inbox-screen.css.ts";
import { useOnline } from "#web/pages/inbox/shared/hooks.ts";
import { countNarrowings } from "#web/pages/inbox/shared/narrowing.ts";
import { useInbox } from "#web/pages/inbox/store.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { useExtent } from "./selection-bar.tsx";

/** Shows that the list may be out of date, and the number of waiting changes. */
export function StatusLine() {
  const text = useText();
  const online = useOnline();
  const { changes, list } = useInbox();
  const waitingCount = changes.length;
  const messages = online
    ? [list.stale && text("inbox.stale")]
    : [text("inbox.offline"), waitingCount > 0 && text("inbox.offline.waiting", { count: waitingCount })];
  return (
    <p className={css.offline} aria-live="polite">
      {messages.filter(Boolean).join(" ")}
    </p>
  );
}

/** Announces the selection, or the number of results. */
export function Announcement() {
  const text = useText();
  const { list, target, listed } = useInbox();
  const { rowCount, count } = useExtent();
  const { query, total } = list;
  const describeResult = () => {
    if (query.isFetching) return "";
    if (listed.search)
      return text(query.hasNextPage ? "inbox.foundMore" : "inbox.found", { shown: rowCount });
    return countNarrowings(listed) > 0 && total !== null ? text("inbox.found", { shown: total }) : "";
  };
  const announcement = target ? text("inbox.selected", { count }) : describeResult();
  return (
    <VisuallyHidden>
      <span role="status">{announcement}</span>
    </VisuallyHidden>
  );
}
