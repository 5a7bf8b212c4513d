import { useText } from "#web/language/use-text.ts";
import { messageActions } from "#web/pages/inbox/shared/actions.ts";
import { useToast } from "#web/ui/toast.tsx";
import type { ChangePorts } from "./pending-changes.ts";
import type { Report, Undo } from "./undo-stack.ts";

type ActionToasts = Pick<ChangePorts, "report" | "announceDeletion" | "reportUndoneDeletion">;

/** Returns functions that show the outcome of an action on messages, and a deletion that can be undone, as toasts. */
export function useActionToasts(): ActionToasts {
  const toast = useToast();
  const text = useText();
  const toOffer = (undo: Undo | null) => undo && { action: { label: text("inbox.undo"), run: undo } };
  const report: Report = ({ action, assignee }, { count, hasFailed, isStopped }, undo) => {
    const show = (title: string, description: string | null) =>
      toast({
        about: action,
        title,
        ...(description && { description }),
        tone: hasFailed ? "critical" : "success",
        ...toOffer(undo),
      });
    const failure = text(messageActions[action].failed);
    if (hasFailed && count === 0) return show(text("toast.error"), failure);
    if (hasFailed || isStopped) {
      const title = hasFailed ? failure : text("inbox.bulk.stopped");
      return show(title, text("inbox.bulk.reached", { count }));
    }
    if (action === "delete") {
      const title = text(count === 1 ? "inbox.delete.done" : "inbox.delete.manyDone", { count });
      return show(title, text(count === 1 ? "inbox.delete.doneDetail" : "inbox.delete.manyDoneDetail"));
    }
    // `undo` is null if "not spam" is itself an undo. The administrator then decided nothing about the sender, so the
    // toast promises nothing.
    const isOwnDecision = action === "not_spam" && undo !== null;
    const detail = isOwnDecision ? "inbox.notSpam.doneDetail" : count === 1 ? null : "inbox.many";
    const done = assignee === null ? "inbox.unassign.done" : messageActions[action].done;
    return show(text(done), detail && text(detail, { count }));
  };
  return {
    report,
    announceDeletion: (count, delayMs, undo) =>
      toast({
        about: "delete",
        title: text(count === null ? "inbox.delete.waitingFound" : "inbox.delete.waiting", {
          count: count ?? 0,
          seconds: Math.ceil(delayMs / 1_000),
        }),
        tone: "success",
        ...toOffer(undo),
      }),
    reportUndoneDeletion: () =>
      toast({ about: "delete", title: text("inbox.delete.undone"), tone: "success" }),
  };
}
