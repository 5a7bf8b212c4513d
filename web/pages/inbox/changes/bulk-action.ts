import { bulkSize, type SubmissionAction } from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import type { Progress } from "#web/pages/inbox/types.ts";
import type { Outcome, Report, UndoStack } from "./undo-stack.ts";

export type BulkPorts = {
  /** Applies an action to one batch of the matching messages that arrived up to `until`. */
  changeMatching: (
    selection: Selection,
    until: string,
    action: SubmissionAction,
    signal: AbortSignal,
  ) => Promise<{ ids: string[]; more: boolean }>;
  /** Applies an action to at most `bulkSize.ids` messages. */
  changeSubmissions: (ids: string[], action: SubmissionAction, signal: AbortSignal) => Promise<unknown>;
  progressed: (progress: Progress | null) => void;
  /** Called after a run, which may have changed messages. */
  ended: () => void;
  report: Report;
};

type Run = { stopping: AbortController; giveUp: AbortController };
type Reached = Outcome & { ids: string[] };
/** The calls of an action. Every call yields the ids of the messages that it changed. */
type Calls = (signal: AbortSignal) => AsyncIterable<string[]>;

// After a stop, the longest wait for the response in flight. Only the response names the messages that the call
// changed.
const answerTimeoutMs = 3_000;

const createRun = (): Run => ({ stopping: new AbortController(), giveUp: new AbortController() });

/** Runs actions one at a time, so an undo never races the action that it reverts. */
function createRuns(ports: () => BulkPorts) {
  let current: Run | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const start = async (action: SubmissionAction, total: number | null, calls: Calls, run: Run) => {
    const { stopping, giveUp } = run;
    const ids: string[] = [];
    let failed = false;
    if (stopping.signal.aborted) return { ids, count: 0, failed, stopped: true };
    current = run;
    ports().progressed({ action, done: 0, total });
    try {
      for await (const part of calls(giveUp.signal)) {
        for (const id of part) ids.push(id);
        ports().progressed({ action, done: ids.length, total });
        if (stopping.signal.aborted) break;
      }
    } catch {
      failed = !giveUp.signal.aborted;
    }
    current = null;
    ports().progressed(null);
    ports().ended();
    return { ids, count: ids.length, failed, stopped: stopping.signal.aborted };
  };

  return {
    add(action: SubmissionAction, total: number | null, calls: Calls, run: Run): Promise<Reached> {
      const reached = last.then(() => start(action, total, calls, run));
      last = reached;
      return reached;
    },
    stop() {
      const run = current;
      run?.stopping.abort();
      setTimeout(() => run?.giveUp.abort(), answerTimeoutMs);
    },
  };
}

/**
 * Creates the actions on all matching messages, loaded or not. An action is a series of calls and can be stopped
 * between two of them. An undo stops the action and reverts the messages that it changed. `ports` is read at every use.
 */
export function createBulkAction(ports: () => BulkPorts, undos: UndoStack) {
  const runs = createRuns(ports);

  async function* callMatching(
    selection: Selection,
    until: string,
    action: SubmissionAction,
    signal: AbortSignal,
  ) {
    for (let more = true; more; ) {
      const answer = await ports().changeMatching(selection, until, action, signal);
      yield answer.ids;
      more = answer.more;
    }
  }
  async function* callNamed(ids: string[], action: SubmissionAction, signal: AbortSignal) {
    for (let at = 0; at < ids.length; at += bulkSize.ids) {
      const part = ids.slice(at, at + bulkSize.ids);
      await ports().changeSubmissions(part, action, signal);
      yield part;
    }
  }
  const takeBack = async (
    action: SubmissionAction,
    run: Run,
    whole: Promise<Reached>,
    back: SubmissionAction,
  ) => {
    // Only the response in flight names the messages to revert.
    run.stopping.abort();
    const reached = await whole;
    if (reached.failed) ports().report(action, { ...reached, stopped: true }, null);
    const { ids } = reached;
    if (ids.length === 0) return;
    const reversed = await runs.add(back, ids.length, (signal) => callNamed(ids, back, signal), createRun());
    ports().report(back, reversed, null);
  };

  return {
    /** Acts on the matching messages that arrived up to `until`. `total` is their number, null if unknown. */
    async start(action: SubmissionAction, selection: Selection, until: string, total: number | null) {
      const run = createRun();
      const whole = runs.add(action, total, (signal) => callMatching(selection, until, action, signal), run);
      const report = undos.start(action, (back) => takeBack(action, run, whole, back));
      report(await whole);
    },
    stop: runs.stop,
  };
}

export type BulkAction = ReturnType<typeof createBulkAction>;
