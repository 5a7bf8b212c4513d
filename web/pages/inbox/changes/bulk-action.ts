import { bulkSize, type SubmissionAction } from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import type { Progress } from "#web/pages/inbox/store.ts";
import { opposite } from "#web/pages/inbox/submission-list.ts";
import type { Undo, UndoStack } from "./undo-stack.ts";

/** Says how an action ended; what that answers with takes the words away again. */
type Say = {
  done: (action: SubmissionAction, count: number, undo: Undo | null) => () => void;
  failed: (action: SubmissionAction) => () => void;
  partly: (action: SubmissionAction, failed: boolean, count: number, undo: Undo | null) => () => void;
};

export type BulkPorts = {
  /** Does it to some of what matches and came in `until` then. */
  changeMatching: (
    selection: Selection,
    until: string,
    action: SubmissionAction,
    signal: AbortSignal,
  ) => Promise<{ ids: string[]; more: boolean }>;
  /** Does it to at most `bulkSize.ids` messages. */
  changeSubmissions: (ids: string[], action: SubmissionAction, signal: AbortSignal) => Promise<unknown>;
  progressed: (progress: Progress | null) => void;
  /** Something may have been changed. */
  ended: () => void;
  say: Say;
};

type Run = { stopping: AbortController; giveUp: AbortController };
type Reached = { ids: string[]; failed: boolean; stopped: boolean };
type Started = { action: SubmissionAction; run: Run; whole: Promise<Reached> };
type Steps = (giveUp: AbortSignal) => AsyncIterable<string[]>;

// What the call under way does is known only from its answer; after "stop" that is waited for no longer than this.
const answerWithin = 3_000;

const newRun = (): Run => ({ stopping: new AbortController(), giveUp: new AbortController() });

/** Runs the steps of actions, one action after the other: what is undone is not what is still being done. */
function createRuns(ports: () => BulkPorts) {
  let running: Run | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const go = async (action: SubmissionAction, total: number | null, steps: Steps, run: Run) => {
    const { stopping, giveUp } = run;
    const reached: Reached = { ids: [], failed: false, stopped: stopping.signal.aborted };
    if (reached.stopped) return reached;
    running = run;
    ports().progressed({ action, done: 0, total });
    try {
      for await (const part of steps(giveUp.signal)) {
        for (const id of part) reached.ids.push(id);
        ports().progressed({ action, done: reached.ids.length, total });
        if (stopping.signal.aborted) break;
      }
    } catch {
      reached.failed = !giveUp.signal.aborted;
    }
    running = null;
    ports().progressed(null);
    ports().ended();
    return { ...reached, stopped: stopping.signal.aborted };
  };

  return {
    add(action: SubmissionAction, total: number | null, steps: Steps, run: Run): Promise<Reached> {
      const reached = last.then(() => go(action, total, steps, run));
      last = reached;
      return reached;
    },
    stop() {
      const run = running;
      run?.stopping.abort();
      setTimeout(() => run?.giveUp.abort(), answerWithin);
    },
  };
}

/**
 * Does one thing to everything that matches, call by call, loaded or not. It can be stopped between two calls;
 * what was done until then stays done, and can be undone. Undone while it is under way, it is stopped first.
 */
export function createBulkAction(first: BulkPorts, undos: UndoStack) {
  let ports = first;
  const runs = createRuns(() => ports);

  /** Says how it ended; answers with what takes those words away again. */
  const report = (action: SubmissionAction, { ids, failed, stopped }: Reached, undo: Undo | null) => {
    const { say } = ports;
    if (failed && ids.length === 0) return say.failed(action);
    if (failed || stopped) return say.partly(action, failed, ids.length, undo);
    return say.done(action, ids.length, undo);
  };
  const takeBack = async ({ action, run, whole }: Started, back: SubmissionAction) => {
    // The call under way is waited for: what it does has to be known to be taken back.
    run.stopping.abort();
    const { ids, failed } = await whole;
    if (failed) report(action, { ids, failed, stopped: true }, null);
    if (ids.length === 0) return;
    const steps: Steps = (signal) => named(ports, ids, back, signal);
    report(back, await runs.add(back, ids.length, steps, newRun()), null);
  };

  return {
    /** From now on it speaks to these. */
    connect(next: BulkPorts) {
      ports = next;
    },
    /** Does it to what matches and came in `until` then; `total` is how many that are, where it is known. */
    async start(action: SubmissionAction, selection: Selection, until: string, total: number | null) {
      const back = opposite(action);
      const run = newRun();
      const steps: Steps = (signal) => matching(ports, selection, until, action, signal);
      const whole = runs.add(action, total, steps, run);
      let hideToast = () => {};
      const undo =
        back &&
        undos.push(() => {
          hideToast();
          takeBack({ action, run, whole }, back);
        });
      if (!back) undos.clear();

      const reached = await whole;
      if (undo && !undos.has(undo)) return;
      if (undo && reached.ids.length === 0) undos.forget(undo);
      hideToast = report(action, reached, undos.has(undo) ? undo : null);
    },
    stop: runs.stop,
  };
}

export type BulkAction = ReturnType<typeof createBulkAction>;

async function* matching(
  { changeMatching }: BulkPorts,
  selection: Selection,
  until: string,
  action: SubmissionAction,
  signal: AbortSignal,
) {
  for (let more = true; more; ) {
    const answer = await changeMatching(selection, until, action, signal);
    yield answer.ids;
    more = answer.more;
  }
}

async function* named(
  { changeSubmissions }: BulkPorts,
  ids: string[],
  action: SubmissionAction,
  signal: AbortSignal,
) {
  for (let at = 0; at < ids.length; at += bulkSize.ids) {
    const part = ids.slice(at, at + bulkSize.ids);
    await changeSubmissions(part, action, signal);
    yield part;
  }
}
