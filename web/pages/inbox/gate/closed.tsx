import { useText } from "#web/language/use-text.ts";
import * as css from "#web/pages/inbox/inbox-screen.css.ts";
import { Notice, Waiting } from "#web/pages/inbox/shared/notice.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import type { InboxView } from "./use-gate.ts";

type ClosedProps = { view: InboxView | "refused"; retry: () => void };

/** What stands where the inbox would be, to who is not in it. */
export function Closed({ view, retry }: ClosedProps) {
  const text = useText();
  return (
    <div className={css.frame}>
      <Outside />
      {view === "retrying" && (
        <Notice
          title={text("inbox.roleFailed")}
          detail={text("inbox.roleFailedDetail")}
          action={{ label: text("inbox.retry"), run: retry }}
        />
      )}
      {view === "refused" && (
        <Notice
          title={text("inbox.refused")}
          detail={text("inbox.refused.detail")}
          action={{ label: text("inbox.retry"), run: () => location.reload() }}
        />
      )}
      {view !== "retrying" && view !== "refused" && <Waiting label={text("inbox.checking")} />}
    </div>
  );
}

/** What of the inbox may be seen by anyone. */
export function Outside() {
  const text = useText();
  return (
    <div className={css.outside}>
      <Heading level={1} size="title">
        {text("inbox.title")}
      </Heading>
      <noscript>
        <Text>{text("needsScript")}</Text>
      </noscript>
    </div>
  );
}
