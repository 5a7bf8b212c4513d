import type { SubmissionFilter } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { Notice } from "#web/pages/inbox/notice.tsx";

type EmptyProps = { filter: SubmissionFilter; search: string; showAll: () => void };

/** Why the list is empty, and the way to one that is not. */
export function Empty({ filter, search, showAll }: EmptyProps) {
  const text = useText();
  const action = { label: text("inbox.empty.showAll"), run: showAll };
  if (search) {
    return (
      <Notice
        title={text("inbox.empty.search", { search })}
        detail={text("inbox.empty.searchDetail")}
        action={action}
      />
    );
  }
  if (filter === "all")
    return <Notice title={text("inbox.empty.title")} detail={text("inbox.empty.detail")} />;
  return (
    <Notice
      title={text(`inbox.empty.${filter}`)}
      detail={text(`inbox.empty.${filter}Detail`)}
      action={action}
    />
  );
}
