import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";

import type { SubmissionAction } from "#functions/contract/submission.ts";
import type { Api } from "#web/api/client.ts";
import { changeMatching, changeSubmissions, type Selection } from "#web/api/submissions.ts";
import { idsAtOnce } from "#web/pages/inbox/agreed.ts";
import { keys } from "#web/pages/inbox/queries.ts";
import { useInboxApi } from "#web/pages/inbox/request-errors.ts";
import { opposite } from "#web/pages/inbox/submission-list.ts";
import { useOutcome } from "./action-toasts.ts";
import type { Undo, UndoStack } from "./undo-stack.ts";

/** An action on everything that a list lets through, under way: `done` messages so far, of `total` where it is known. */
export type Progress = { action: SubmissionAction; done: number; total: number | null };

// What the call under way does is known only from its answer; after "stop" that is waited for no longer than this.
const answerWithin = 3_000;

/**
 * Does one thing to everything that matches, call by call, loaded or not. It can be stopped between two calls;
 * what was done until then stays done, and can be undone. Undone while it is under way, it is stopped first.
 */
export function useEverything(undos: UndoStack) {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const say = useOutcome();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<Run>(null);
  // One after the other: what is undone is not what is still being done.
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const work = useCallback(
    (action: SubmissionAction, total: number | null, steps: Steps, run: Run) => {
      const { stopping, giveUp } = run;
      const go = async (): Promise<Reached> => {
        const ids: string[] = [];
        if (stopping.signal.aborted) return { ids, failed: false, stopped: true };
        running.current = run;
        setProgress({ action, done: 0, total });
        let failed = false;
        try {
          await walk(steps(giveUp.signal), (part) => {
            for (const id of part) ids.push(id);
            setProgress({ action, done: ids.length, total });
            return !stopping.signal.aborted;
          });
        } catch {
          failed = !giveUp.signal.aborted;
        }
        running.current = null;
        setProgress(null);
        client.invalidateQueries({ queryKey: keys.all });
        return { ids, failed, stopped: stopping.signal.aborted };
      };
      const outcome = last.current.then(go);
      last.current = outcome;
      return outcome;
    },
    [client],
  );

  /** Says how it ended; answers with what takes that word away again. */
  const report = useCallback(
    (action: SubmissionAction, { ids, failed, stopped }: Reached, undo: Undo | null) => {
      if (failed && ids.length === 0) return say.failed(action);
      if (failed || stopped) return say.partly(action, failed, ids.length, undo);
      return say.done(action, ids.length, undo);
    },
    [say],
  );

  const start = useCallback(
    async (action: SubmissionAction, selection: Selection, until: string, total: number | null) => {
      const back = opposite(action);
      const run = newRun();
      const outcome = work(action, total, (signal) => matching(api, selection, until, action, signal), run);
      let hideToast = () => {};
      const takeBack = async (back: SubmissionAction) => {
        hideToast();
        // The call under way is waited for: what it does has to be known to be taken back.
        run.stopping.abort();
        const { ids, failed } = await outcome;
        if (failed) report(action, { ids, failed, stopped: true }, null);
        if (ids.length === 0) return;
        const steps: Steps = (signal) => named(api, ids, back, signal);
        report(back, await work(back, ids.length, steps, newRun()), null);
      };
      const undo = back && undos.push(() => takeBack(back));
      if (!back) undos.clear();

      const reached = await outcome;
      if (undo && !undos.has(undo)) return;
      if (undo && reached.ids.length === 0) undos.forget(undo);
      hideToast = report(action, reached, undos.has(undo) ? undo : null);
    },
    [api, work, report, undos],
  );
  const stop = useCallback(() => {
    const run = running.current;
    run?.stopping.abort();
    setTimeout(() => run?.giveUp.abort(), answerWithin);
  }, []);
  return { progress, start, stop };
}

/** Changes what matches, call by call. */
async function* matching(
  api: Api,
  selection: Selection,
  until: string,
  action: SubmissionAction,
  signal: AbortSignal,
) {
  for (let more = true; more; ) {
    const answer = await changeMatching(api, selection, until, action, signal);
    yield answer.ids;
    more = answer.more;
  }
}

/** Changes the messages with these ids, call by call. */
async function* named(api: Api, ids: string[], action: SubmissionAction, signal: AbortSignal) {
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const part = ids.slice(at, at + idsAtOnce);
    await changeSubmissions(api, part, action, signal);
    yield part;
  }
}

/** Shows each part of what is done, until that answers with false. */
async function walk(parts: AsyncIterable<string[]>, goOn: (part: string[]) => boolean): Promise<void> {
  for await (const part of parts) if (!goOn(part)) return;
}

type Run = { stopping: AbortController; giveUp: AbortController };
const newRun = (): Run => ({ stopping: new AbortController(), giveUp: new AbortController() });

type Reached = { ids: string[]; failed: boolean; stopped: boolean };
type Steps = (giveUp: AbortSignal) => AsyncIterable<string[]>;
