import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { useWaited } from "./clock.ts";
import * as css from "./notice.css.ts";

type Action = { label: string; run: () => void };

type NoticeProps = {
  title: string;
  detail?: string;
  action?: Action;
  /** What else there is: `NoticeAddition`. */
  children?: ReactNode;
};

/** What stands where something else would be: nothing yet, nothing found, not available; and what to do. */
export function Notice({ title, detail, action, children }: NoticeProps) {
  return (
    <div className={css.notice}>
      <Heading level={2} size="title">
        {title}
      </Heading>
      {detail && <Text tone="quiet">{detail}</Text>}
      {action && (
        <div className={css.action}>
          <Button size="small" onClick={action.run}>
            {action.label}
          </Button>
        </div>
      )}
      {children}
    </div>
  );
}

/** Says what else there is, once that is known, and leads there. */
export function NoticeAddition({ words, action }: { words: string | null; action: Action }) {
  return (
    <div aria-live="polite" className={css.action}>
      {words && (
        <>
          <Text>{words}</Text>
          <div className={css.action}>
            <Button size="small" onClick={action.run}>
              {action.label}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const rows = ["first", "second", "third", "fourth", "fifth"];

/** The shape of what is being waited for, once the wait is long enough to be noticed. */
export function Waiting({ label }: { label: string }): ReactNode {
  const waited = useWaited(150);
  return (
    <div aria-busy="true" className={css.waiting}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {waited &&
        rows.map((row) => (
          <div key={row} className={css.row}>
            <span className={css.shortLine} />
            <span className={css.line} />
            <span className={css.line} />
          </div>
        ))}
    </div>
  );
}
