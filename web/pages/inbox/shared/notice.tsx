import { type ReactNode, useEffect, useState } from "react";
import { toProblemMessage } from "#web/api/api-error.ts";
import { useText } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Heading, Text, VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./notice.css.ts";

type Action = { label: string; run: () => void };

type NoticeProps = {
  title: string;
  detail?: string;
  action?: Action;
  children?: ReactNode;
};

/** Shows the reason why there is no content, and an action. */
export function Notice({ title, detail, action, children }: NoticeProps) {
  return (
    <div className={css.notice}>
      <Heading level={2} size="title">
        {title}
      </Heading>
      {detail && <Text tone="quiet">{detail}</Text>}
      {action && <ActionButton action={action} />}
      {children}
    </div>
  );
}

function ActionButton({ action }: { action: Action }) {
  return (
    <div className={css.action}>
      <Button size="small" onClick={action.run}>
        {action.label}
      </Button>
    </div>
  );
}

type LoadFailureProps = { title: string; error: unknown; retry: () => void };

/** Shows why data could not be loaded, with a button that loads it again. */
export function LoadFailure({ title, error, retry }: LoadFailureProps) {
  const text = useText();
  const action = { label: text("inbox.retry"), run: () => retry() };
  return <Notice title={title} detail={text(toProblemMessage(error))} action={action} />;
}

/**
 * Adds a message and a button to a notice. Screen readers announce a message that appears later. `message` is null
 * until the check ends, and stays null without an offer.
 */
export function NoticeOffer({ message, action }: { message: string | null; action: Action }) {
  return (
    <div aria-live="polite" className={css.action}>
      {message && (
        <>
          <Text>{message}</Text>
          <ActionButton action={action} />
        </>
      )}
    </div>
  );
}

const rows = ["first", "second", "third", "fourth", "fifth"];

/** Shows rows without text once the wait is long enough to be noticed. */
export function LoadingRows({ label }: { label: string }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className={css.waiting}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {isLong &&
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
