import { useEffect } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { useText } from "#web/language/use-text.ts";
import { useActions, useInboxState, useList, useNavigation } from "#web/pages/inbox/concerns.ts";
import { toDetailElementId } from "#web/pages/inbox/shared/focus.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import * as css from "./message-actions.css.ts";

/** Asks before a permanent deletion, with the name of the sender or the number of messages. */
export function DeleteQuestion() {
  const text = useText();
  const { state } = useInboxState();
  const { url } = useNavigation();
  const list = useList();
  const { answer } = useActions();
  const { deletionTarget } = state;
  if (!deletionTarget) return null;
  const [onlyMessage] = deletionTarget === "bulk" ? [] : deletionTarget;
  const count = deletionTarget === "bulk" ? list.total : deletionTarget.length;
  const title =
    count === 1 && onlyMessage
      ? text("inbox.delete.title", { name: onlyMessage.name })
      : count === null
        ? text("inbox.delete.foundTitle", { search: url.search })
        : text("inbox.delete.manyTitle", { count });
  const confirmLabel =
    count === null ? text("inbox.delete.confirmFound") : text("inbox.delete.confirm", { count });
  return (
    <ConfirmDialog
      title={title}
      description={text(count === 1 ? "inbox.delete.warning" : "inbox.delete.manyWarning")}
      confirmLabel={confirmLabel}
      cancelLabel={text("inbox.delete.cancel")}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}

/** Asks the administrator to confirm a block, which moves messages of a sender to spam, also later ones. */
export function BlockQuestion() {
  const text = useText();
  const { state } = useInboxState();
  const { answerBlock } = useActions();
  if (!state.blockCandidate) return null;
  return (
    <ConfirmDialog
      title={text("inbox.block.title", { email: state.blockCandidate.email })}
      description={text("inbox.block.warning")}
      confirmLabel={text("inbox.block")}
      cancelLabel={text("inbox.delete.cancel")}
      onConfirm={() => answerBlock(true)}
      onCancel={() => answerBlock(false)}
    />
  );
}

/** Asks whether the user sent the answer begun in another program, and marks the message as read or else unread. */
export function AnswerQuestion({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const { state, set } = useInboxState();
  const { act } = useActions();
  const { id } = submission;
  const reply = (isAnswered: boolean) => {
    set({ answeredId: null });
    if (submission.read !== isAnswered) act(isAnswered ? "read" : "unread", [submission]);
    // The buttons disappear with the question.
    document.getElementById(toDetailElementId(id))?.focus({ preventScroll: true });
  };
  return (
    // Screen readers announce a text only in a status element that exists before the text.
    <div role="status" className={css.question}>
      {state.answeredId === id && (
        <>
          <p className={css.questionText}>{text("inbox.answered")}</p>
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

const key = "inbox.answering";

/** Returns the id of the message that the user was answering before this page was loaded. */
export const recallAnsweredId = (): string | null => tryStorage(() => sessionStorage.getItem(key)) ?? null;

/**
 * Stores in the tab which message the user answers, null for none. A phone may unload the page while the user writes in
 * another program.
 */
export function useAnsweringMemory(answeredId: string | null): void {
  useEffect(() => {
    tryStorage(() =>
      answeredId === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, answeredId),
    );
  }, [answeredId]);
}
