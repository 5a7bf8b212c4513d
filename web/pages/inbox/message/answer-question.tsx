import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { detailElement } from "#web/pages/inbox/next-focus.ts";
import { Button } from "#web/ui/button.tsx";
import * as css from "./message-actions.css.ts";

/**
 * Asks whether a message was answered, once an answer was begun in another program: what was answered becomes read, and what was not stays,
 * or becomes, unread.
 */
export function AnswerQuestion({ submission }: { submission: ScreenedSubmission }) {
  const text = useText();
  const { state, dispatch, act } = useInbox();
  const { id } = submission;
  const reply = (isAnswered: boolean) => {
    dispatch({ type: "answerEnded" });
    if (submission.read !== isAnswered) act(isAnswered ? "read" : "unread", [submission]);
    // The buttons go with the question.
    document.getElementById(detailElement(id))?.focus({ preventScroll: true });
  };
  return (
    // The status is there before its first words: that is what makes them heard.
    <div role="status" className={css.question}>
      {state.answering === id && (
        <>
          <p className={css.asked}>{text("inbox.answered")}</p>
          <Button size="small" onClick={() => reply(true)}>
            {text("inbox.answered.yes")}
          </Button>
          <Button size="small" onClick={() => reply(false)}>
            {text("inbox.answered.no")}
          </Button>
        </>
      )}
    </div>
  );
}
