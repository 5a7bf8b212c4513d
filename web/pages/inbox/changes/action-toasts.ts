import { useCallback } from "react";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { useToast } from "#web/ui/toast.tsx";
import type { Report } from "./undo-stack.ts";

const names = {
  read: "inbox.markRead",
  unread: "inbox.markUnread",
  spam: "inbox.spam",
  not_spam: "inbox.notSpam",
} as const;

const failureOf = (action: SubmissionAction) =>
  action === "delete" ? "inbox.delete.failed" : (`${names[action]}.failed` as const);

/** Returns what shows the outcome of an action on one or many messages as a toast. */
export function useActionToasts(): Report {
  const toast = useToast();
  const text = useText();
  return useCallback(
    (action, { count, failed, stopped }, undo) => {
      const undoing = undo && { action: { label: text("inbox.undo"), run: undo } };
      if (failed && count === 0) {
        return toast({
          about: action,
          title: text("toast.error"),
          description: text(failureOf(action)),
          tone: "critical",
        });
      }
      if (failed || stopped) {
        return toast({
          about: action,
          title: text(failed ? failureOf(action) : "inbox.bulk.stopped"),
          description: text("inbox.bulk.reached", { count }),
          tone: failed ? "critical" : "success",
          ...undoing,
        });
      }
      if (action === "delete") {
        return toast({
          about: action,
          title: text(count === 1 ? "inbox.delete.done" : "inbox.delete.manyDone", { count }),
          description: text(count === 1 ? "inbox.delete.doneDetail" : "inbox.delete.manyDoneDetail"),
          tone: "success",
        });
      }
      // A spam mark that was undone before it was sent has taught the filter nothing; then there is no undo.
      const isTaught = action === "not_spam" && undo !== null;
      return toast({
        about: action,
        title: text(`${names[action]}.done`),
        ...(isTaught && { description: text("inbox.notSpam.doneDetail", { count }) }),
        ...(!isTaught && count !== 1 && { description: text("inbox.many", { count }) }),
        tone: "success",
        ...undoing,
      });
    },
    [toast, text],
  );
}
