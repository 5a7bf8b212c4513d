import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  ScreenedSubmission,
  SubmissionAction,
  SubmissionCounts,
} from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type ChangePorts, createPendingChanges } from "#web/pages/inbox/changes/pending-changes.ts";
import type { Undo } from "#web/pages/inbox/changes/undo-stack.ts";
import { afterAction, changed, countsNow, holds } from "#web/pages/inbox/shared/submissions.ts";
import { submission } from "../submission.ts";

const filters = ["all", "unread", "read", "spam"] as const;
const countsOf = (messages: readonly ScreenedSubmission[]): SubmissionCounts => {
  const count = (filter: (typeof filters)[number]) => messages.filter((one) => holds(filter, one)).length;
  return { all: count("all"), unread: count("unread"), read: count("read"), spam: count("spam") };
};

/** Outcome of a call. The edge executes a `lost` call, but its answer does not arrive. */
type Fate = "taken" | "refused" | "lost" | "offline";

/** Starts an edge whose answers arrive when the scheduler decides. */
function startEdge(scheduler: fc.Scheduler, fates: readonly Fate[]) {
  let messages = ["1", "2", "3", "4"].map((id, at) => submission(id, at));
  let calls = 0;
  const act = (action: SubmissionAction, ids: readonly string[]) => {
    messages = messages.flatMap((one) => (ids.includes(one.id) ? (afterAction(one, action) ?? []) : one));
  };
  return {
    messages: () => messages,
    act,
    arrive: () => {
      messages = [submission(`new ${messages.length} ${calls}`, 10), ...messages];
    },
    async send(action: SubmissionAction, ids: string[]) {
      const fate = fates[calls % fates.length] ?? "taken";
      calls += 1;
      await scheduler.schedule(Promise.resolve(), `ask ${action}`);
      if (fate === "taken" || fate === "lost") act(action, ids);
      await scheduler.schedule(Promise.resolve(), `answer ${action}`);
      if (fate === "refused") throw new ApiError("database_unavailable", 503);
      if (fate === "lost") throw new ApiError("unreachable");
      if (fate === "offline") throw new ApiError("offline");
    },
    async read<Answer>(what: (messages: readonly ScreenedSubmission[]) => Answer): Promise<Answer> {
      await scheduler.schedule(Promise.resolve(), "ask");
      const answer = what(messages);
      await scheduler.schedule(Promise.resolve(), "answer");
      return answer;
    },
  };
}

/** Starts an inbox without a screen, with its list, its pending changes and its visible messages. */
function startInbox(edge: ReturnType<typeof startEdge>) {
  let list: readonly ScreenedSubmission[] = edge.messages();
  let overview = { counts: countsOf(list), settled: 0 };
  // Undo actions of all toasts so far.
  const offered: Undo[] = [];
  const after = (messages: readonly ScreenedSubmission[], confirmed: Parameters<typeof changed>[0]) =>
    messages.flatMap((one) => changed(confirmed, one) ?? []);
  const offer = (undo: Undo | null) => {
    if (undo) offered.push(undo);
    return () => {};
  };
  const ports: ChangePorts = {
    send: edge.send,
    apply: (confirmed) => {
      list = after(list, [confirmed]);
    },
    find: () => new Map(list.map((one) => [one.id, one])),
    ended: () => {},
    report: (_action, _outcome, undo) => offer(undo),
    reportNothingToUndo: () => {},
  };
  const { queue, change, undo } = createPendingChanges(() => ports);
  const shown = () => after(list, queue.get().changes);
  return {
    ask: (action: SubmissionAction, ids: readonly string[]) =>
      change(
        action,
        shown().filter(({ id }) => ids.includes(id)),
      ),
    undo,
    undoFromToast: (which: number) => offered[which % Math.max(1, offered.length)]?.(),
    shown,
    counts: () => countsNow(overview.counts, overview.settled, queue.get()),
    async readList() {
      list = await queue.during(() => edge.read((messages) => messages), after);
    },
    async readCounts() {
      const { answer, settled } = await queue.undisturbed(() => edge.read(countsOf));
      overview = { counts: answer, settled };
    },
    resume: queue.resume,
    waiting: () => queue.get().changes.length,
  };
}

const action = fc.constantFrom<SubmissionAction>("read", "unread", "spam", "not_spam", "delete");
const ids = fc.uniqueArray(fc.constantFrom("1", "2", "3", "4"), { minLength: 1 });
const ownStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("ask" as const), action, ids }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("undo" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("undoFromToast" as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("readList" as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("readCounts" as const) }) },
);
const othersStep = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constant("other" as const), action, ids }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("arrive" as const) }) },
  { weight: 6, arbitrary: ownStep },
);
const fate = fc.constantFrom<Fate>("taken", "taken", "taken", "refused", "lost", "offline");

type Inbox = ReturnType<typeof startInbox>;

function take(step: typeof othersStep extends fc.Arbitrary<infer Step> ? Step : never, inbox: Inbox) {
  if (step.type === "ask") inbox.ask(step.action, step.ids);
  else if (step.type === "undo") inbox.undo();
  else if (step.type === "undoFromToast") inbox.undoFromToast(step.which);
  else if (step.type === "readList") return inbox.readList();
  else if (step.type === "readCounts") return inbox.readCounts();
  return undefined;
}

/** Delivers all pending answers and their consequences. Calls `afterStep` after every step. */
async function drain(scheduler: fc.Scheduler, each: () => void) {
  for (let idle = 0; idle < 3; idle += 1) {
    each();
    while (scheduler.count() > 0) {
      idle = 0;
      await scheduler.waitOne();
      each();
    }
    // Consequences of an answer run after its promise.
    await new Promise((done) => setImmediate(done));
  }
}

test("a single user never sees counts that differ from the messages, with any delay of answers", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(ownStep, { maxLength: 25 }),
      fc.array(fc.constantFrom<Fate>("taken", "taken", "refused"), { minLength: 1 }),
      async (scheduler, steps, fates) => {
        const inbox = startInbox(startEdge(scheduler, fates));
        const agree = () => expect(inbox.counts()).toEqual(countsOf(inbox.shown()));
        const reads: (Promise<void> | undefined)[] = [];
        for (const step of steps) {
          reads.push(take(step, inbox));
          agree();
          if (scheduler.count() > 0 && step.type !== "ask") await scheduler.waitOne();
          agree();
        }
        await drain(scheduler, agree);
        await Promise.all(reads);
        expect(inbox.waiting()).toBe(0);
      },
    ),
    { numRuns: 400 },
  );
});

test("shows the state of the edge after any changes, undos, failures and changes by others", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(othersStep, { maxLength: 25 }),
      fc.array(fate, { minLength: 1 }),
      async (scheduler, steps, fates) => {
        // The last call succeeds, so that the inbox does not stay offline forever.
        const edge = startEdge(scheduler, [...fates, "taken"]);
        const inbox = startInbox(edge);
        const reads: (Promise<void> | undefined)[] = [];
        for (const step of steps) {
          if (step.type === "other") edge.act(step.action, step.ids);
          else if (step.type === "arrive") edge.arrive();
          else reads.push(take(step, inbox));
          if (scheduler.count() > 0) await scheduler.waitOne();
        }
        await drain(scheduler, inbox.resume);
        reads.push(inbox.readList(), inbox.readCounts());
        await drain(scheduler, inbox.resume);
        await Promise.all(reads);
        expect(inbox.waiting()).toBe(0);
        expect(inbox.shown()).toEqual(edge.messages());
        expect(inbox.counts()).toEqual(countsOf(edge.messages()));
      },
    ),
    { numRuns: 400 },
  );
});
