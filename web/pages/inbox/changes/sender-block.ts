import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { BlockOutcome, FullSubmission } from "#functions/contract/answers.schema.ts";
import { ApiError, toProblemMessage } from "#web/api/api-error.ts";
import type { Api } from "#web/api/client.ts";
import { changeSubmissions, toSubmissionPath, unblockSender } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import type { Actions } from "#web/pages/inbox/concerns.ts";
import { createTimeoutSignal, keys, updateLoaded, useInboxData } from "#web/pages/inbox/queries.ts";
import { toBatches } from "#web/pages/inbox/shared/submissions.ts";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import type { ConfirmedChange } from "#web/pages/inbox/types.ts";
import { useToast } from "#web/ui/toast.tsx";
import type { UndoStack } from "./undo-stack.ts";

const toastTopic = "block";

/**
 * Returns the actions that block and unblock a sender. A block asks for confirmation, moves the newest 2,000 messages
 * of the sender to spam, and can be undone.
 */
export function useSenderBlock(
  { get, set }: InboxStore,
  undos: UndoStack,
): Pick<Actions, "block" | "answerBlock" | "unblock"> {
  const { api, client, queue } = useInboxData();
  const toast = useToast();
  const text = useText();
  const attempt = useAttempt();

  const block = (submission: FullSubmission) =>
    attempt("inbox.block.failed", async () => {
      let outcome: BlockOutcome = { ids: [], sender_block: "" };
      const { ids } = await queue.runImmediately(async () => {
        const signal = createTimeoutSignal();
        outcome = await api(`${toSubmissionPath(submission.id)}/block`, { method: "POST", signal });
        return { action: "spam", ids: new Set(outcome.ids) };
      });
      writeBlock(client, submission.email, outcome.sender_block);
      const { undo, show } = undos.push(() =>
        unblock({ ...submission, sender_block: outcome.sender_block }, outcome.ids),
      );
      show(() =>
        toast({
          about: toastTopic,
          title: text("inbox.block.done"),
          description: text("inbox.block.doneDetail", { count: ids.size }),
          tone: "success",
          action: { label: text("inbox.undo"), run: undo },
        }),
      );
    });
  /** Ends the block of a message's sender, and moves the messages with these ids out of spam. */
  const unblock = ({ email, sender_block: senderBlock }: FullSubmission, ids: string[] = []) =>
    attempt("inbox.unblock.failed", async () => {
      if (senderBlock) await endBlock(api, senderBlock);
      writeBlock(client, email, null);
      if (ids.length > 0) await queue.runImmediately(() => moveOutOfSpam(api, ids));
      toast({
        about: toastTopic,
        title: text("inbox.unblock.done"),
        description: text("inbox.unblock.doneDetail", { count: ids.length }),
        tone: "success",
      });
    });

  return {
    block: (submission) => set({ blockCandidate: submission }),
    answerBlock(isConfirmed) {
      const { blockCandidate } = get();
      set({ blockCandidate: null });
      if (isConfirmed && blockCandidate) void block(blockCandidate);
    },
    unblock: (submission) => unblock(submission),
  };
}

/** Returns a function that runs a change of a sender's block, reports a failure, and reads the counts again. */
function useAttempt() {
  const client = useQueryClient();
  const toast = useToast();
  const text = useText();
  return async (failure: "inbox.block.failed" | "inbox.unblock.failed", work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const description = text(toProblemMessage(error));
      toast({ about: toastTopic, title: text(failure), description, tone: "critical" });
    }
    void client.invalidateQueries({ queryKey: keys.overview });
  };
}

async function endBlock(api: Api, senderBlock: string): Promise<void> {
  try {
    await unblockSender(api, senderBlock, createTimeoutSignal());
  } catch (error) {
    // Another administrator has already ended the block.
    if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
  }
}

/** Moves the messages of an undone block out of spam. Returns the change that the queue applies to loaded messages. */
async function moveOutOfSpam(api: Api, ids: string[]): Promise<ConfirmedChange> {
  for (const batch of toBatches(ids))
    await changeSubmissions(api, batch, { action: "not_spam" }, createTimeoutSignal());
  return { action: "not_spam", ids: new Set(ids) };
}

/** Writes the id of a sender's block, null without one, into the loaded messages of this sender. */
const writeBlock = (client: QueryClient, email: string, senderBlock: string | null) =>
  updateLoaded(client, (submission) =>
    submission.email.toLowerCase() === email.toLowerCase()
      ? { ...submission, sender_block: senderBlock }
      : submission,
  );
