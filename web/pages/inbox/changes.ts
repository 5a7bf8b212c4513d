import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";

import type { Submission, SubmissionAction } from "#functions/contract/submission.ts";
import type { Api } from "#web/api/client.ts";
import { useSession } from "#web/api/session.tsx";
import {
  changeSubmission,
  changeSubmissions,
  deleteSubmission,
  type Overview,
} from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import { useToast } from "#web/ui/toast.tsx";
import { idsAtOnce } from "./agreed.ts";
import { type Change, changeOf, createChangeQueue } from "./change-queue.ts";
import { useOnline } from "./clock.ts";
import { opposite, useOutcome } from "./outcome.ts";
import { isGone, keys } from "./queries.ts";
import { useInboxApi } from "./refusal.ts";
import { afterAction, countsAfter, fieldOf, type LoadedPages, pagesAfter } from "./submission-list.ts";

/**
 * What is asked for on named messages: seen at once, sent in order, taken back with a word when it is refused,
 * confirmed with a way to undo it. Without a network, or a session, it waits.
 */
export function useChanges() {
  const { api } = useInboxApi();
  const { session } = useSession();
  const client = useQueryClient();
  const online = useOnline();
  const text = useText();
  const toast = useToast();
  const say = useOutcome();
  const undoable = useRef<(() => void) | null>(null);

  const reports = useRef<Parameters<typeof createChangeQueue>[0]>(null);
  const [queue] = useState(() =>
    createChangeQueue({
      send: (change) => reports.current?.send(change) ?? Promise.resolve(),
      done: (change) => reports.current?.done(change),
      failed: (change, error) => reports.current?.failed(change, error),
    }),
  );

  const change = useCallback(
    (action: SubmissionAction, submissions: readonly Submission[], undoing = false) => {
      const asked = changeOf(action, submissions, undoing);
      if (asked) queue.add(asked);
    },
    [queue],
  );

  useEffect(() => {
    reports.current = {
      send: (asked) => send(api, asked),
      done(asked) {
        apply(client, asked);
        client.invalidateQueries({ queryKey: keys.overview });
        const { action, submissions, undoing } = asked;
        const back = opposite(action);
        const undo = back && !undoing ? () => change(back, afterwards(asked), true) : null;
        undoable.current = undo;
        say.done(action, submissions.length, undo);
      },
      failed({ action, submissions }, error) {
        client.invalidateQueries({ queryKey: keys.overview });
        if (isGone(error) && submissions[0])
          client.invalidateQueries({ queryKey: keys.one(submissions[0].id) });
        say.failed(action);
      },
    };
  });

  const state = useSyncExternalStore(queue.subscribe, queue.get, queue.get);
  useEffect(() => {
    if (online && session) queue.resume();
  }, [online, session, queue]);
  useWarningBeforeLoss(state.paused && state.changes.length > 0);

  const undo = useCallback(() => {
    if (!undoable.current) {
      toast({ title: text("inbox.undo.nothing") });
      return;
    }
    undoable.current();
    undoable.current = null;
  }, [text, toast]);

  return useMemo(() => ({ ...state, change, undo, undoable }), [state, change, undo]);
}

async function send(api: Api, { action, submissions }: Change): Promise<void> {
  const ids = submissions.map(({ id }) => id);
  const [only] = ids;
  if (ids.length === 1 && only) {
    // Somebody else was faster: what was asked for is so.
    if (action === "delete") {
      await deleteSubmission(api, only).catch((error) => {
        if (!isGone(error)) throw error;
      });
      return;
    }
    const [field, value] = fieldOf[action];
    await changeSubmission(api, only, { [field]: value });
    return;
  }
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    await changeSubmissions(api, ids.slice(at, at + idsAtOnce), action);
  }
}

const afterwards = ({ action, submissions }: Change) =>
  submissions.flatMap((submission) => afterAction(submission, action) ?? []);

// Makes what was confirmed part of what is known, so that it needs no change on top of it any more.
function apply(client: QueryClient, { action, ids, submissions }: Change): void {
  client.setQueriesData<LoadedPages>(
    { queryKey: keys.lists },
    (list) => list && pagesAfter(list, ids, action),
  );
  client.setQueryData<Overview>(
    keys.overview,
    (overview) =>
      overview && {
        ...overview,
        counts: submissions.reduce(
          (counts, each) => countsAfter(counts, each, afterAction(each, action)),
          overview.counts,
        ),
      },
  );
  for (const id of ids) {
    if (action === "delete") client.removeQueries({ queryKey: keys.one(id) });
    else
      client.setQueryData<Submission>(keys.one(id), (one) => one && (afterAction(one, action) ?? undefined));
  }
}

// Changes that wait live in this document only.
function useWarningBeforeLoss(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [waiting]);
}
