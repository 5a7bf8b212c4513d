import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { standingOf, useReasons } from "#web/pages/inbox/doubts.ts";
import * as css from "./doubts.css.ts";

/** Why the opened message is in spam, or what is doubtful in it, and whether its sender is blocked. */
export function Doubts({ submission }: { submission: ScreenedSubmission }) {
  const text = useText();
  const reasons = useReasons();
  const standing = standingOf(submission);
  return (
    <>
      {standing && (
        <p className={css.doubts} data-standing={standing}>
          <span className={css.lead}>{text(`inbox.doubts.${standing}`)}</span>
          <span>{` ${reasons(submission.doubts)}`}</span>
        </p>
      )}
      {submission.sender_block !== null && (
        <p className={css.doubts} data-standing="spam">
          <span className={css.lead}>{text("inbox.block.done")}</span>
          <span>{` · ${text("inbox.block.note")}`}</span>
        </p>
      )}
    </>
  );
}
