import { problemMessage } from "#web/api/problem-messages.ts";
import { useText } from "#web/language/use-text.ts";
import { useIsInSpam } from "#web/pages/inbox/queries.ts";
import { countNarrowings, useNarrowingWords, wide } from "#web/pages/inbox/shared/narrowing.ts";
import { Notice, NoticeAddition, Waiting } from "#web/pages/inbox/shared/notice.tsx";
import { useInbox } from "#web/pages/inbox/store.ts";
import * as css from "./list.css.ts";
import { Rows } from "./rows.tsx";

/** The messages that the filter and the search let through, newest first; one stop of the tab key. */
export function List() {
  const { scroller } = useInbox();
  return (
    <div ref={scroller} className={css.scroller}>
      <Contents />
    </div>
  );
}

function Contents() {
  const { list } = useInbox();
  const { query, failed, retry } = list;
  const text = useText();
  const shown = list.ids.length;
  if (failed && shown === 0) {
    return (
      <Notice
        title={text("inbox.load.failed")}
        detail={text(problemMessage(query.error))}
        action={{ label: text("inbox.retry"), run: retry }}
      />
    );
  }
  if (query.isPending || (shown === 0 && query.hasNextPage)) return <Waiting label={text("inbox.loading")} />;
  if (shown === 0) return <Empty />;
  return <Rows />;
}

/** Says that spam has what the list has not: a search leaves out spam. */
function FoundInSpam() {
  const text = useText();
  const { listed, changes, move } = useInbox();
  const isInSpam = useIsInSpam(listed, changes);
  return (
    <NoticeAddition
      words={isInSpam ? text("inbox.empty.inSpam") : null}
      action={{ label: text("inbox.empty.showSpam"), run: () => move({ filter: "spam", opened: null }) }}
    />
  );
}

/** Why the list is empty, and the ways to one that is not. */
export function Empty() {
  const text = useText();
  const inWords = useNarrowingWords();
  const { listed, showAll, narrow } = useInbox();
  const { filter, search } = listed;
  const all = { label: text("inbox.empty.showAll"), run: showAll };
  if (countNarrowings(listed) > 0) {
    const narrowing = inWords(listed);
    return (
      <Notice
        title={text(search ? "inbox.empty.search" : "inbox.empty.narrowed", { search, narrowing })}
        detail={text(search ? "inbox.empty.searchNarrowed" : "inbox.empty.narrowedDetail", { narrowing })}
        action={{ label: text("inbox.narrow.clear"), run: () => narrow(wide) }}
      >
        <FoundInSpam />
      </Notice>
    );
  }
  if (search) {
    return (
      <Notice
        title={text("inbox.empty.search", { search })}
        detail={text("inbox.empty.searchDetail")}
        action={all}
      >
        <FoundInSpam />
      </Notice>
    );
  }
  if (filter === "all")
    return <Notice title={text("inbox.empty.title")} detail={text("inbox.empty.detail")} />;
  return (
    <Notice title={text(`inbox.empty.${filter}`)} detail={text(`inbox.empty.${filter}Detail`)} action={all} />
  );
}
