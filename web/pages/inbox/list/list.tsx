import { useIsInSpam } from "#web/pages/inbox/queries.ts";
import { countNarrowings, noNarrowing, useNarrowingText } from "#web/pages/inbox/shared/narrowing.ts";
import { LoadFailure, Notice, NoticeAddition, Waiting } from "#web/pages/inbox/shared/notice.tsx";
import { useInbox } from "#web/pages/inbox/store.ts";
import * as css from "./list.css.ts";
import { Rows } from "./rows.tsx";

/** Shows the messages of the folder and the search, newest first. The list has one tab stop. */
export function List() {
  const { scroller } = useInbox();
  return (
    <div ref={scroller} className={css.scroller}>
      <Contents />
    </div>
  );
}

function Contents() {
  const { text, list } = useInbox();
  const { query, failed, retry } = list;
  const isEmpty = list.ids.length === 0;
  if (failed && isEmpty)
    return <LoadFailure title={text("inbox.load.failed")} error={query.error} retry={retry} />;
  if (query.isPending || (isEmpty && query.hasNextPage)) return <Waiting label={text("inbox.loading")} />;
  if (isEmpty) return <Empty />;
  return <Rows />;
}

/** Offers the spam folder, which other folders do not search. */
function FoundInSpam() {
  const { text, listed, changes, move } = useInbox();
  const isInSpam = useIsInSpam(listed, changes);
  return (
    <NoticeAddition
      words={isInSpam ? text("inbox.empty.inSpam") : null}
      action={{ label: text("inbox.empty.showSpam"), run: () => move({ filter: "spam", opened: null }) }}
    />
  );
}

/** Shows the reason why the list is empty, and offers a list that is not. */
function Empty() {
  const describeNarrowing = useNarrowingText();
  const { text, listed, showAll, narrow } = useInbox();
  const { filter, search } = listed;
  const showAllAction = { label: text("inbox.empty.showAll"), run: showAll };
  const isNarrowed = countNarrowings(listed) > 0;
  if (isNarrowed || search) {
    const narrowing = describeNarrowing(listed);
    const narrowedDetail = search ? "inbox.empty.searchNarrowed" : "inbox.empty.narrowedDetail";
    return (
      <Notice
        title={text(search ? "inbox.empty.search" : "inbox.empty.narrowed", { search, narrowing })}
        detail={text(isNarrowed ? narrowedDetail : "inbox.empty.searchDetail", { narrowing })}
        action={
          isNarrowed ? { label: text("inbox.narrow.clear"), run: () => narrow(noNarrowing) } : showAllAction
        }
      >
        <FoundInSpam />
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
