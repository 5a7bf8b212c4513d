import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import {
  type BlockOutcome,
  bulkSize,
  type ScreenedPage,
  type ScreenedSubmission,
} from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { blockSender, changeSubmissions, unblockSender } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import { keys } from "#web/pages/inbox/queries.ts";
import { useInboxApi } from "#web/pages/inbox/request-errors.ts";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import type { LoadedPages } from "#web/pages/inbox/submission-list.ts";
import { useToast } from "#web/ui/toast.tsx";
import { useChangeQueue } from "./queue-context.ts";
import type { UndoStack } from "./undo-stack.ts";

// Longer than the edge takes for anything.
const answerWithin = 20_000;
const about = "block";

/** Blocks who sent a message, after it was asked once: all that they have sent leaves for spam. A block can be undone, and ended later. */
export function useSenderBlock({ get, dispatch }: InboxStore, undos: UndoStack) {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const toast = useToast();
  const text = useText();

  const attempt = async (
    failure: "inbox.block.failed" | "inbox.unblock.failed",
    work: () => Promise<void>,
  ) => {
    try {
      await work();
    } catch (error) {
      const description = text(problemMessage(error));
      toast({ about, title: text(failure), description, tone: "critical" });
    }
    client.invalidateQueries({ queryKey: keys.overview });
  };
  const block = (submission: ScreenedSubmission) =>
    attempt("inbox.block.failed", async () => {
      let outcome: BlockOutcome = { ids: [], sender_block: "" };
      const { ids } = await queue.ask(async () => {
        outcome = await blockSender(api, submission.id, AbortSignal.timeout(answerWithin));
        return { action: "spam", ids: new Set(outcome.ids) };
      });
      noteBlock(client, submission.email, outcome.sender_block);
      let hideToast = () => {};
      const undo = undos.push(() => {
        hideToast();
        unblock({ ...submission, sender_block: outcome.sender_block }, outcome.ids);
      });
      hideToast = toast({
        about,
        title: text("inbox.block.done"),
        description: text("inbox.block.doneDetail", { count: ids.size }),
        tone: "success",
        action: { label: text("inbox.undo"), run: undo },
      });
    });
  /** Ends the block of a message's sender, and takes the messages out of spam that `ids` names. */
  const unblock = ({ email, sender_block: senderBlock }: ScreenedSubmission, ids: string[] = []) =>
    attempt("inbox.unblock.failed", async () => {
      if (senderBlock) await endBlock(senderBlock);
      noteBlock(client, email, null);
      if (ids.length > 0) {
        await queue.ask(async () => {
          for (let at = 0; at < ids.length; at += bulkSize.ids) {
            const part = ids.slice(at, at + bulkSize.ids);
            await changeSubmissions(api, part, "not_spam", AbortSignal.timeout(answerWithin));
          }
          return { action: "not_spam", ids: new Set(ids) };
        });
      }
      toast({
        about,
        title: text("inbox.unblock.done"),
        description: text("inbox.unblock.doneDetail", { count: ids.length }),
        tone: "success",
      });
    });
  const endBlock = async (senderBlock: string) => {
    try {
      await unblockSender(api, senderBlock, AbortSignal.timeout(answerWithin));
    } catch (error) {
      // Someone else was faster.
      if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
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
    unblock: (submission: ScreenedSubmission) => unblock(submission),
  };
}

/** Writes into the loaded messages of a sender whether they are blocked. */
function noteBlock(client: QueryClient, email: string, senderBlock: string | null): void {
  const note = (submission: ScreenedSubmission) =>
    submission.email.toLowerCase() === email.toLowerCase()
      ? { ...submission, sender_block: senderBlock }
      : submission;
  const notePage = <Page extends ScreenedPage>(page: Page) => ({ ...page, items: page.items.map(note) });
  client.setQueriesData<LoadedPages>(
    { queryKey: keys.lists },
    (list) => list && { ...list, pages: list.pages.map(notePage) },
  );
  client.setQueriesData<ScreenedPage>({ queryKey: keys.senders }, (page) => page && notePage(page));
  client.setQueriesData<ScreenedSubmission>({ queryKey: keys.ones }, (one) => one && note(one));
}
