import { useEffect } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { toProblemMessage } from "#web/api/api-error.ts";
import { toSubmissionPath } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import { useActions, useInboxState, useList, useNavigation } from "#web/pages/inbox/concerns.ts";
import { createTimeoutSignal, keys, useInboxData } from "#web/pages/inbox/queries.ts";
import { toDetailElementId } from "#web/pages/inbox/shared/focus.ts";
import type { OtherAnswer } from "#web/pages/inbox/types.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import { useToast } from "#web/ui/toast.tsx";
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

/** Returns the function that asks whether the user answered a message by another way, which a link has opened. */
export function useOtherAnswerQuestion(id: string): (by: OtherAnswer["by"]) => void {
  const { set } = useInboxState();
  return (by) => set({ otherAnswer: { id, by } });
}

/** Returns the function that records that the user answered by another way. It takes the way, and reports failures. */
export function useOtherAnswerRecord(id: string): (by: OtherAnswer["by"]) => Promise<void> {
  const { api, client } = useInboxData();
  const text = useText();
  const toast = useToast();
  return async (by) => {
    const about = "other answer";
    try {
      const path = `${toSubmissionPath(id)}/answered` as const;
      await api(path, { method: "POST", body: { by }, signal: createTimeoutSignal() });
      toast({ about, title: text(`inbox.answered.${by}`), tone: "success" });
    } catch (error) {
      const description = text(toProblemMessage(error));
      toast({ about, title: text("inbox.answered.failed"), description, tone: "critical" });
    }
    for (const queryKey of [keys.entries(id), keys.submission(id), keys.overview])
      void client.invalidateQueries({ queryKey });
  };
}

/** Asks whether the user answered by the chat or the call that a link has opened, and records it. */
export function AnswerQuestion({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const { state, set } = useInboxState();
  const { id } = submission;
  const record = useOtherAnswerRecord(id);
  const by = state.otherAnswer?.id === id ? state.otherAnswer.by : null;
  const reply = (isAnswered: boolean) => {
    set({ otherAnswer: null });
    if (isAnswered && by) void record(by);
    // The buttons disappear with the question.
    document.getElementById(toDetailElementId(id))?.focus({ preventScroll: true });
  };
  return (
    // Screen readers announce a text only in a status element that exists before the text.
    <div role="status" className={css.question}>
      {by && (
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

/** Returns the answer by another way that the user had begun before this page was loaded. */
export const recallOtherAnswer = (): OtherAnswer | null =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(key) ?? "null") as OtherAnswer | null) ?? null;

/**
 * Stores in the tab which message the user answers by another way, null for none. A phone may unload the page while the
 * user is in another program.
 */
export function useOtherAnswerMemory(otherAnswer: OtherAnswer | null): void {
  useEffect(() => {
    tryStorage(() =>
      otherAnswer === null
        ? sessionStorage.removeItem(key)
        : sessionStorage.setItem(key, JSON.stringify(otherAnswer)),
    );
  }, [otherAnswer]);
}
