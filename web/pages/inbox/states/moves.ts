import { useRef } from "react";
import type { Move } from "#functions/contract/conversation.schema.ts";
import { ApiError, toProblemMessage } from "#web/api/api-error.ts";
import { toSubmissionPath } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import { createTimeoutSignal, keys, useInboxData, usePendingChanges } from "#web/pages/inbox/queries.ts";
import { toDetailElementId } from "#web/pages/inbox/shared/focus.ts";
import { useToast } from "#web/ui/toast.tsx";

const about = "move";
const problems = { recipient_is_spam: "inbox.move.spam", cannot_undo: "inbox.move.changed" } as const;

function toMoveProblem(error: unknown) {
  const code = error instanceof ApiError ? error.code : "";
  return code in problems ? problems[code as keyof typeof problems] : toProblemMessage(error);
}

/** The outcome of a change, which names the message of its toast. */
type Outcome = "joined" | "split" | "moved" | "admitted";

/**
 * Returns the functions that join a conversation to the opened one, move one of its entries, and admit the sender of a
 * mail of somebody else. Each shows a toast that offers its undo.
 */
export function useMoves(id: string) {
  const { api, client } = useInboxData();
  const { undos } = usePendingChanges();
  const text = useText();
  const toast = useToast();
  const isBusy = useRef(false);

  /** Calls the edge, reports a failure, and reads the conversations again. Nothing waits for a network. */
  const attempt = async (
    failure: "inbox.move.failed" | "inbox.move.notUndone",
    work: () => Promise<void>,
  ) => {
    if (isBusy.current) return;
    if (!navigator.onLine) return void toast({ about, title: text("inbox.move.offline"), tone: "caution" });
    isBusy.current = true;
    await work().catch((error: unknown) => {
      toast({ about, title: text(failure), description: text(toMoveProblem(error)), tone: "critical" });
    });
    isBusy.current = false;
    for (const queryKey of [keys.overview, keys.conversations, keys.senders, keys.submissions])
      void client.invalidateQueries({ queryKey });
  };
  const undo = (move: string) =>
    attempt("inbox.move.notUndone", async () => {
      await api(`/api/moves/${move}`, { method: "DELETE", signal: createTimeoutSignal() });
      toast({ about, title: text("inbox.move.undone"), tone: "success" });
    });
  const change = (path: `/api/submissions/${string}`, outcome: Outcome, body?: object) =>
    attempt("inbox.move.failed", async () => {
      const { move } = await api<Move>(path, { method: "POST", body, signal: createTimeoutSignal() });
      undos
        .push(() => void undo(move))
        .show((run) =>
          toast({
            ...{ about, title: text(`inbox.move.${outcome}`), tone: "success" },
            ...(run && { action: { label: text("inbox.undo"), run } }),
          }),
        );
      // The entry or the row disappears with its button.
      document.getElementById(toDetailElementId(id))?.focus({ preventScroll: true });
    });

  const path = toSubmissionPath(id);
  return {
    join: (otherId: string) => change(`${toSubmissionPath(otherId)}/join`, "joined", { into: id }),
    admit: (entryId: string) => change(`${path}/entries/${entryId}/admit`, "admitted"),
    move: (entryId: string, to: string | null) =>
      change(`${path}/entries/${entryId}/move`, to ? "moved" : "split", { to }),
  };
}
