import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";

import type { SubmissionAction } from "#functions/contract/submission.ts";
import { changeMatching, changeSubmissions, type Selection } from "#web/api/submissions.ts";
import { idsAtOnce } from "./agreed.ts";
import { opposite, useOutcome } from "./outcome.ts";
import { keys } from "./queries.ts";
import { useInboxApi } from "./refusal.ts";

/** An action on everything that a list lets through, under way: `done` messages so far, of `total` where it is known. */
export type Progress = { action: SubmissionAction; done: number; total: number | null };

/**
 * Does one thing to everything that matches, call by call, loaded or not. It can be stopped between two calls;
 * what was done until then stays done, and can be undone.
 */
export function useEverything(undoable: { current: (() => void) | null }) {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const say = useOutcome();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(null);

  const work = useCallback(
    async (action: SubmissionAction, total: number | null, steps: Steps, canUndo: boolean) => {
      const stop = new AbortController();
      running.current = stop;
      const reached: string[] = [];
      setProgress({ action, done: 0, total });
      let failed = false;
      try {
        for await (const ids of steps(stop.signal)) {
          for (const id of ids) reached.push(id);
          setProgress({ action, done: reached.length, total });
        }
      } catch {
        failed = !stop.signal.aborted;
      }
      running.current = null;
      setProgress(null);
      client.invalidateQueries({ queryKey: keys.all });

      const back = opposite(action);
      const undo =
        back && canUndo && reached.length > 0
          ? () => work(back, reached.length, (signal) => named(back, reached, signal), false)
          : null;
      undoable.current = undo;
      if (failed && reached.length === 0) say.failed(action);
      else if (failed || stop.signal.aborted) say.partly(action, failed, reached.length, undo);
      else say.done(action, reached.length, undo);

      async function* named(action: SubmissionAction, ids: string[], signal: AbortSignal) {
        for (let at = 0; at < ids.length && !signal.aborted; at += idsAtOnce) {
          const part = ids.slice(at, at + idsAtOnce);
          await changeSubmissions(api, part, action);
          yield part;
        }
      }
    },
    [api, client, say, undoable],
  );

  const start = useCallback(
    (action: SubmissionAction, selection: Selection, until: string, total: number | null) => {
      async function* matching(signal: AbortSignal) {
        for (let more = true; more && !signal.aborted; ) {
          const outcome = await changeMatching(api, selection, until, action, signal);
          yield outcome.ids;
          more = outcome.more;
        }
      }
      work(action, total, matching, true);
    },
    [api, work],
  );
  const stop = useCallback(() => running.current?.abort(), []);
  return { progress, start, stop };
}

type Steps = (stop: AbortSignal) => AsyncIterable<string[]>;
