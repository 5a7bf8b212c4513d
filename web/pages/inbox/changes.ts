import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Submission, SubmissionCounts, SubmissionFilter } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useSession } from "#web/api/session.tsx";
import { changeSubmission, deleteSubmission } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import { useToast } from "#web/ui/toast.tsx";
import { keys } from "./queries.ts";
import {
  countsAfterMark,
  countsWithout,
  type LoadedPages,
  listAfterMark,
  listWithout,
} from "./submission-list.ts";

type Mark = { submission: Submission; read: boolean; undoing?: boolean };

/** Marks as read or unread: seen at once, taken back when it fails, confirmed with a way to undo it. */
export function useMark(): (submission: Submission, read: boolean) => void {
  const { api } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const text = useText();

  const { mutate } = useMutation({
    mutationFn: ({ submission, read }: Mark) => changeSubmission(api, submission.id, { read }),
    onMutate: async ({ submission, read }) => {
      const before = await remember(client);
      eachList(client, (list, filter) => listAfterMark(list, filter, submission.id, read));
      changeCounts(client, (counts) => countsAfterMark(counts, submission, read));
      client.setQueryData<Submission>(keys.one(submission.id), (one) => one && { ...one, read });
      return before;
    },
    onError: (_error, { read }, before) => {
      restore(client, before);
      const id = read ? "inbox.markRead.failed" : "inbox.markUnread.failed";
      toast({ title: text("toast.error"), description: text(id), tone: "critical" });
    },
    onSuccess: (submission, { read, undoing }) => {
      toast({
        title: text(read ? "inbox.markRead.done" : "inbox.markUnread.done"),
        tone: "success",
        ...(undoing
          ? {}
          : {
              action: {
                label: text("inbox.undo"),
                run: () => mutate({ submission, read: !read, undoing: true }),
              },
            }),
      });
    },
    onSettled: () => refresh(client),
  });
  return (submission, read) => mutate({ submission, read });
}

/** Deletes for good: gone from the list at once, back in it when it fails; `done` is called either way. */
export function useDelete(): (submission: Submission, done: () => void) => void {
  const { api } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const text = useText();

  const { mutate } = useMutation({
    mutationFn: (submission: Submission) => deleteSubmission(api, submission.id).catch(goneIsDone),
    onMutate: async (submission) => {
      const before = await remember(client);
      eachList(client, (list) => listWithout(list, submission.id));
      changeCounts(client, (counts) => countsWithout(counts, submission));
      return before;
    },
    onError: (_error, _submission, before) => {
      restore(client, before);
      toast({ title: text("toast.error"), description: text("inbox.delete.failed"), tone: "critical" });
    },
    onSuccess: (_answer, { id }) => {
      client.removeQueries({ queryKey: keys.one(id) });
      toast({
        title: text("inbox.delete.done"),
        description: text("inbox.delete.doneDetail"),
        tone: "success",
      });
    },
    onSettled: () => refresh(client),
  });
  return (submission, done) => mutate(submission, { onSettled: done });
}

// Somebody else was faster: what was asked for is so.
function goneIsDone(error: unknown): null {
  if (error instanceof ApiError && error.code === "not_found") return null;
  throw error;
}

type Memory = [QueryKey, unknown][];

async function remember(client: QueryClient): Promise<Memory> {
  // An answer that was asked for before the change would undo it on the screen.
  await client.cancelQueries({ queryKey: keys.all });
  return client.getQueriesData({ queryKey: keys.all });
}

function restore(client: QueryClient, memory: Memory | undefined): void {
  for (const [key, data] of memory ?? []) client.setQueryData(key, data);
}

function refresh(client: QueryClient): void {
  // While another change is under way, its own end asks again.
  if (client.isMutating() <= 1) client.invalidateQueries({ queryKey: keys.all });
}

function eachList(
  client: QueryClient,
  change: (list: LoadedPages, filter: SubmissionFilter) => LoadedPages,
): void {
  for (const [key, list] of client.getQueriesData<LoadedPages>({ queryKey: keys.lists })) {
    if (list) client.setQueryData(key, change(list, key[2] as SubmissionFilter));
  }
}

function changeCounts(client: QueryClient, change: (counts: SubmissionCounts) => SubmissionCounts): void {
  client.setQueryData<SubmissionCounts>(keys.counts, (counts) => counts && change(counts));
}
