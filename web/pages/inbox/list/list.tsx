import { problemMessage } from "#web/api/problem-messages.ts";
import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { Notice, Waiting } from "#web/pages/inbox/notice.tsx";
import { Empty } from "./empty.tsx";
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
