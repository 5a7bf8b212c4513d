import type { SubmissionMatchingOutcome } from "#functions/contract/answers.schema.ts";
import type { Selection } from "#web/api/submissions.ts";
import { toBatches } from "#web/pages/inbox/shared/submissions.ts";
import type { Change, Progress } from "#web/pages/inbox/types.ts";
import type { ActionOutcome, Report, UndoStack } from "./undo-stack.ts";

export type BulkPorts = {
  /** Applies an action to one batch of the matching messages that arrived up to `until`. */
  changeMatching: (
    selection: Selection,
    until: string,
    action: Change["action"],
    signal: AbortSignal,
  ) => Promise<Pick<SubmissionMatchingOutcome, "ids" | "more" | "until">>;
  /** Applies an action to one batch of messages. */
  changeSubmissions: (ids: string[], action: Change["action"], signal: AbortSignal) => Promise<unknown>;
  reportProgress: (progress: Progress | null) => void;
  /** Called after a run, which may have changed messages. */
  onEnd: () => void;
  report: Report;
};

type Run = { stopping: AbortController; giveUp: AbortController };
type BulkOutcome = ActionOutcome & { ids: string[] };
/** The calls of an action. Every call yields the ids of the messages that it changed. */
type Calls = (signal: AbortSignal) => AsyncIterable<string[]>;

// After a stop, the longest wait for the response in flight. Only the response names the messages that the call
// changed.
const answerTimeoutMs = 3_000;

const createRun = (): Run => ({ stopping: new AbortController(), giveUp: new AbortController() });

/**
 * Creates a queue that runs bulk actions one at a time, so an undo never races the action that it reverts. `stop` ends
 * the current run after the response in flight, or aborts that response after `answerTimeoutMs`.
 */
function createRunQueue(ports: () => BulkPorts) {
  let currentRun: Run | null = null;
  let lastRun: Promise<unknown> = Promise.resolve();

  const execute = async (action: Change["action"], total: number | null, calls: Calls, run: Run) => {
    const { stopping, giveUp } = run;
    const ids: string[] = [];
    let failed = false;
    if (stopping.signal.aborted) return { ids, count: 0, failed, stopped: true };
    currentRun = run;
    ports().reportProgress({ action, done: 0, total });
    try {
      for await (const changedIds of calls(giveUp.signal)) {
        for (const id of changedIds) ids.push(id);
        ports().reportProgress({ action, done: ids.length, total });
        if (stopping.signal.aborted) break;
      }
    } catch {
      failed = !giveUp.signal.aborted;
    }
    currentRun = null;
    ports().reportProgress(null);
    ports().onEnd();
    return { ids, count: ids.length, failed, stopped: stopping.signal.aborted };
  };

  return {
    add(action: Change["action"], total: number | null, calls: Calls, run: Run): Promise<BulkOutcome> {
      const outcome = lastRun.then(() => execute(action, total, calls, run));
      lastRun = outcome;
      return outcome;
    },
    stop() {
      const run = currentRun;
      run?.stopping.abort();
      setTimeout(() => run?.giveUp.abort(), answerTimeoutMs);
    },
  };
}

/**
 * Creates the actions on all messages that match the selection of a list, loaded or not. An action is a series of calls
 * and can be stopped between two of them. An undo stops the action and reverts the messages that it changed.
 * A deletion has no undo. `ports` is read at every use.
 */
export function createBulkAction(ports: () => BulkPorts, undos: UndoStack) {
  const runs = createRunQueue(ports);

  async function* callMatching(
    selection: Selection,
    firstUntil: string,
    action: Change["action"],
    signal: AbortSignal,
  ) {
    for (let until: string | null = firstUntil; until !== null; ) {
      const answer = await ports().changeMatching(selection, until, action, signal);
      yield answer.ids;
      until = answer.more ? (answer.until ?? until) : null;
    }
  }
  async function* callNamed(ids: string[], action: Change["action"], signal: AbortSignal) {
    for (const batch of toBatches(ids)) {
      await ports().changeSubmissions(batch, action, signal);
      yield batch;
    }
  }
  const revert = async (
    action: Change["action"],
    run: Run,
    pendingOutcome: Promise<BulkOutcome>,
    reverseAction: Change["action"],
  ) => {
    // Only the response in flight names the messages to revert.
    run.stopping.abort();
    const outcome = await pendingOutcome;
    if (outcome.failed) ports().report(action, { ...outcome, stopped: true }, null);
    const { ids } = outcome;
    if (ids.length === 0) return;
    const reverseOutcome = await runs.add(
      reverseAction,
      ids.length,
      (signal) => callNamed(ids, reverseAction, signal),
      createRun(),
    );
    ports().report(reverseAction, reverseOutcome, null);
  };

  return {
    /** Acts on the matching messages that arrived up to `until`. `total` is their number, null if unknown. */
    async start(action: Change["action"], selection: Selection, until: string, total: number | null) {
      const run = createRun();
      const pendingOutcome = runs.add(
        action,
        total,
        (signal) => callMatching(selection, until, action, signal),
        run,
      );
      const report = undos.start(action, (reverseAction) =>
        revert(action, run, pendingOutcome, reverseAction),
      );
      report(await pendingOutcome);
    },
    stop: runs.stop,
  };
}

export type BulkAction = ReturnType<typeof createBulkAction>;
