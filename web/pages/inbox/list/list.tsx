import { useEffect } from "react";
import { useText } from "#web/language/use-text.ts";
import { useActions, useList, useNavigation, useScroller } from "#web/pages/inbox/concerns.ts";
import { useIsInSpam } from "#web/pages/inbox/queries.ts";
import { countNarrowings, noNarrowing } from "#web/pages/inbox/shared/narrowing.ts";
import { LoadFailure, LoadingRows, Notice, NoticeOffer } from "#web/pages/inbox/shared/notice.tsx";
import { useNarrowingText } from "#web/pages/inbox/states/narrowing-text.ts";
import * as css from "./list.css.ts";
import { Rows } from "./rows.tsx";

/** Shows the messages that match the folder, the search and the narrowing, newest first. The list has one tab stop. */
export function List() {
  const scroller = useScroller();
  return (
    <div ref={scroller} className={css.scroller}>
      <Contents />
    </div>
  );
}

function Contents() {
  const text = useText();
  const list = useList();
  const { query, hasFailed, retry } = list;
  const isEmpty = list.ids.length === 0;
  const isNextNeeded = isEmpty && query.hasNextPage && !query.isFetching && !query.isError;
  const { fetchNextPage } = query;
  useEffect(() => {
    // A pending deletion may cover all loaded messages.
    if (isNextNeeded) fetchNextPage();
  }, [isNextNeeded, fetchNextPage]);
  if (hasFailed && isEmpty)
    return <LoadFailure title={text("inbox.load.failed")} error={query.error} retry={retry} />;
  if (query.isPending || (isEmpty && query.hasNextPage)) return <LoadingRows label={text("inbox.loading")} />;
  if (isEmpty) return <EmptyList />;
  return <Rows />;
}

/** Offers the spam folder, which other folders do not search, if it has a message that matches. */
function SpamOffer() {
  const text = useText();
  const { listSelection, move } = useNavigation();
  const { changes } = useActions();
  const isInSpam = useIsInSpam(listSelection, changes);
  return (
    <NoticeOffer
      message={isInSpam ? text("inbox.empty.inSpam") : null}
      action={{ label: text("inbox.empty.showSpam"), run: () => move({ filter: "spam", openedId: null }) }}
    />
  );
}

/** Shows the reason why the list is empty, and offers a wider one unless it already shows all messages. */
function EmptyList() {
  const describeNarrowing = useNarrowingText();
  const text = useText();
  const { listSelection, showAll, narrow } = useNavigation();
  const { filter, search } = listSelection;
  const showAllAction = { label: text("inbox.empty.showAll"), run: showAll };
  const isNarrowed = countNarrowings(listSelection) > 0;
  if (isNarrowed || search) {
    const narrowing = describeNarrowing(listSelection);
    const narrowedDetail = search ? "inbox.empty.searchNarrowed" : "inbox.empty.narrowedDetail";
    return (
      <Notice
        title={text(search ? "inbox.empty.search" : "inbox.empty.narrowed", { search, narrowing })}
        detail={text(isNarrowed ? narrowedDetail : "inbox.empty.searchDetail", { narrowing })}
        action={
          isNarrowed ? { label: text("inbox.narrow.clear"), run: () => narrow(noNarrowing) } : showAllAction
        }
      >
        <SpamOffer />
      </Notice>
    );
  }
  if (filter === "all")
    return <Notice title={text("inbox.empty.title")} detail={text("inbox.empty.detail")} />;
  return (
    <Notice
      title={text(`inbox.empty.${filter}`)}
      detail={text(`inbox.empty.${filter}Detail`)}
      action={showAllAction}
    />
  );
}
