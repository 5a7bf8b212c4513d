import { useText } from "#web/language/use-text.ts";
import * as css from "#web/pages/inbox/inbox-screen.css.ts";

type StatusLineProps = {
  online: boolean;
  /** Changes that are not confirmed yet. */
  waiting: number;
  /** The edge does not answer, so what others do is not seen. */
  stale: boolean;
};

/** Says when what is shown may be old, and what waits. */
export function StatusLine({ online, waiting, stale }: StatusLineProps) {
  const text = useText();
  return (
    <p className={css.offline} aria-live="polite">
      {!online && text("inbox.offline")}
      {!online && waiting > 0 && ` ${text("inbox.offline.waiting", { count: waiting })}`}
      {online && stale && text("inbox.stale")}
    </p>
  );
}
