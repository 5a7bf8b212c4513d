import type { KeyboardEvent } from "react";
import { useState } from "react";
import type { Submission } from "#functions/contract/submission.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { useText } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { useNow } from "./clock.ts";
import { Empty } from "./empty.tsx";
import { rowElement } from "./focus.ts";
import { neighbour } from "./keys.ts";
import * as css from "./list.css.ts";
import { Notice, Waiting } from "./notice.tsx";
import type { Place } from "./place.ts";
import type { useSubmissionList } from "./queries.ts";
import { Row } from "./row.tsx";

type ListProps = {
  list: ReturnType<typeof useSubmissionList>;
  submissions: readonly Submission[];
  /** Loading failed the last time it was tried. */
  failed: boolean;
  retry: () => void;
  /** How many the filter holds; absent until it is known. */
  total: number | undefined;
  place: Place;
  search: string;
  /** The submission that is on its way out. */
  leaving: string | null;
  open: (id: string) => void;
  showAll: () => void;
};

/** The messages that the filter and the search let through, newest first; one stop of the tab key. */
export function List({
  list,
  submissions,
  failed,
  retry,
  total,
  place,
  search,
  leaving,
  open,
  showAll,
}: ListProps) {
  const text = useText();
  const now = useNow();
  const [focused, setFocused] = useState<string | null>(null);

  if (failed && submissions.length === 0) {
    const action = { label: text("inbox.retry"), run: retry };
    return (
      <Notice title={text("inbox.load.failed")} detail={text(problemMessage(list.error))} action={action} />
    );
  }
  if (list.isPending || (submissions.length === 0 && list.hasNextPage)) {
    return <Waiting label={text("inbox.loading")} />;
  }
  if (submissions.length === 0) return <Empty filter={place.filter} search={search} showAll={showAll} />;

  const ids = submissions.map(({ id }) => id);
  const tabStop = [focused, place.opened].find((id) => id && ids.includes(id)) ?? ids[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const goal = {
      ArrowDown: neighbour(ids, focused, 1),
      ArrowUp: neighbour(ids, focused, -1),
      Home: ids[0],
      End: ids.at(-1),
    }[event.key];
    if (!goal) return;
    event.preventDefault();
    document.getElementById(rowElement(goal))?.focus();
  };

  return (
    <>
      <ul className={css.list} aria-busy={list.isPlaceholderData} onKeyDown={onKeyDown}>
        {submissions.map((submission) => (
          <Row
            key={submission.id}
            submission={submission}
            place={place}
            now={now}
            leaving={submission.id === leaving}
            isTabStop={submission.id === tabStop}
            open={open}
            onFocus={setFocused}
          />
        ))}
      </ul>
      <div className={css.foot}>
        <p aria-live="polite">{reach(text, submissions.length, search, list.hasNextPage, total)}</p>
        {list.hasNextPage && (
          <Button
            size="small"
            aria-disabled={list.isFetchingNextPage}
            onClick={() => !list.isFetchingNextPage && list.fetchNextPage()}
          >
            {text(list.isFetchingNextPage ? "inbox.loadingMore" : "inbox.more")}
          </Button>
        )}
      </div>
    </>
  );
}

// What is searched for is not counted by the edge: as long as there is more, only the beginning is known.
function reach(
  text: ReturnType<typeof useText>,
  shown: number,
  search: string,
  more: boolean,
  total: number | undefined,
): string {
  if (search) return text(more ? "inbox.foundMore" : "inbox.found", { shown });
  return text("inbox.shown", { shown, total: Math.max(shown, total ?? 0) });
}
