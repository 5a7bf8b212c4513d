import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { countNarrowings, useNarrowingWords, wide } from "#web/pages/inbox/narrowing.ts";
import { Notice } from "#web/pages/inbox/notice.tsx";

/** Why the list is empty, and the way to one that is not. */
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
      />
    );
  }
  if (search) {
    return (
      <Notice
        title={text("inbox.empty.search", { search })}
        detail={text("inbox.empty.searchDetail")}
        action={all}
      />
    );
  }
  if (filter === "all")
    return <Notice title={text("inbox.empty.title")} detail={text("inbox.empty.detail")} />;
  return (
    <Notice title={text(`inbox.empty.${filter}`)} detail={text(`inbox.empty.${filter}Detail`)} action={all} />
  );
}
