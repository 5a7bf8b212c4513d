import { useMemo } from "react";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { useToast } from "#web/ui/toast.tsx";

const names = {
  read: "inbox.markRead",
  unread: "inbox.markUnread",
  spam: "inbox.spam",
  not_spam: "inbox.notSpam",
} as const;

const failureOf = (action: SubmissionAction) =>
  action === "delete" ? "inbox.delete.failed" : (`${names[action]}.failed` as const);

/** Shows what became of an action on one or many messages; each answers with what hides its toast again. */
export function useActionToasts() {
  const toast = useToast();
  const text = useText();
  return useMemo(() => {
    const undoing = (undo: (() => void) | null) =>
      undo ? { action: { label: text("inbox.undo"), run: undo } } : {};
    return {
      done(action: SubmissionAction, count: number, undo: (() => void) | null) {
        if (action === "delete") {
          return toast({
            about: action,
            title: text(count === 1 ? "inbox.delete.done" : "inbox.delete.manyDone", { count }),
            description: text(count === 1 ? "inbox.delete.doneDetail" : "inbox.delete.manyDoneDetail"),
            tone: "success",
          });
        }
        // Taken back before it was sent, a mark as spam has taught nothing of the sender; then there is nothing to undo.
        const isTaught = action === "not_spam" && undo !== null;
        return toast({
          about: action,
          title: text(`${names[action]}.done`),
          ...(isTaught && { description: text("inbox.notSpam.doneDetail", { count }) }),
          ...(!isTaught && count !== 1 && { description: text("inbox.many", { count }) }),
          tone: "success",
          ...undoing(undo),
        });
      },
      failed(action: SubmissionAction) {
        return toast({
          about: action,
          title: text("toast.error"),
          description: text(failureOf(action)),
          tone: "critical",
        });
      },
      /** An action on a bulk selection ended before its end, after `count` messages. */
      partly(action: SubmissionAction, failed: boolean, count: number, undo: (() => void) | null) {
        const title = text(failed ? failureOf(action) : "inbox.bulk.stopped");
        return toast({
          about: action,
          title,
          description: text("inbox.bulk.reached", { count }),
          tone: failed ? "critical" : "success",
          ...undoing(undo),
        });
      },
    };
  }, [toast, text]);
}
