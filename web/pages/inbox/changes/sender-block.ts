import { useQueryClient } from "@tanstack/react-query";
import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { blockSender } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import { keys } from "#web/pages/inbox/queries.ts";
import { useInboxApi } from "#web/pages/inbox/request-errors.ts";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import { useToast } from "#web/ui/toast.tsx";
import { useChangeQueue } from "./queue-context.ts";
import type { UndoStack } from "./undo-stack.ts";

// Longer than the edge takes for anything.
const answerWithin = 20_000;

/** Blocks who sent a message, after it was asked once: all that they have sent leaves for spam. */
export function useSenderBlock({ get, dispatch }: InboxStore, undos: UndoStack) {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const toast = useToast();
  const text = useText();

  const block = async ({ id }: ScreenedSubmission) => {
    try {
      const { ids } = await queue.ask(async () => {
        const answer = await blockSender(api, id, AbortSignal.timeout(answerWithin));
        return { action: "spam", ids: new Set(answer.ids) };
      });
      // What was done before it is not what "undo" would be thought to take back.
      undos.clear();
      client.invalidateQueries({ queryKey: keys.overview });
      toast({
        title: text("inbox.block.done"),
        description: text("inbox.block.doneDetail", { count: ids.size }),
        tone: "success",
      });
    } catch (error) {
      toast({
        title: text("inbox.block.failed"),
        description: text(problemMessage(error)),
        tone: "critical",
      });
    }
  };

  return {
    block: (submission: ScreenedSubmission) => dispatch({ type: "blockAsked", submission }),
    /** Answers the question about it. */
    answerBlock(yes: boolean) {
      const { blocking } = get();
      dispatch({ type: "blockAnswered" });
      if (yes && blocking) block(blocking);
    },
  };
}
