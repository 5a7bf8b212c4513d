import fc from "fast-check";
import { expect, test } from "vitest";
import type { FullSubmission, SubmissionCounts } from "#functions/contract/answers.schema.ts";
import {
  type ActionInput,
  type SubmissionAction,
  submissionActions,
  toFieldChange,
} from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type ChangePorts, createPendingChanges } from "#web/pages/inbox/changes/pending-changes.ts";
import type { Undo } from "#web/pages/inbox/changes/undo-stack.ts";
import { createDeletionJournal } from "#web/pages/inbox/shared/deletion-journal.ts";
import {
  applyAction,
  applyChanges,
  isInFilter,
  toCurrentCounts,
} from "#web/pages/inbox/shared/submissions.ts";
import type { Matching } from "#web/pages/inbox/types.ts";
import { createSubmission } from "../submission.ts";

const filters = ["all", "unread", "read", "spam"] as const;
const countMessages = (messages: readonly FullSubmission[]): SubmissionCounts => {
  const countFiltered = (filter: (typeof filters)[number]) =>
    messages.filter((message) => isInFilter(filter, message)).length;
  return {
    all: countFiltered("all"),
    unread: countFiltered("unread"),
    read: countFiltered("read"),
    spam: countFiltered("spam"),
  };
};

// The time of the newest message at the start.
const newestAtStart = createSubmission("4", 3).created_at;

/** Outcome of a call. The edge executes a `lost` call, but its answer does not arrive. */
type CallFate = "taken" | "refused" | "lost" | "offline";

/** Starts an edge whose answers arrive when the scheduler decides. */
function startEdge(scheduler: fc.Scheduler, fates: readonly CallFate[]) {
  let messages = ["1", "2", "3", "4"].map((id, at) => createSubmission(id, at));
  let calls = 0;
  const applyToMessages = (action: ActionInput, ids: readonly string[]) => {
    messages = messages.flatMap((message) =>
      ids.includes(message.id) ? (applyAction(message, action) ?? []) : message,
    );
  };
  return {
    messages: () => messages,
    act: applyToMessages,
    arrive: () => {
      messages = [createSubmission(`new ${messages.length} ${calls}`, 10), ...messages];
    },
    async send(action: ActionInput, ids: string[]) {
      const fate = fates[calls % fates.length] ?? "taken";
      calls += 1;
      await scheduler.schedule(Promise.resolve(), `ask ${action.action}`);
      if (fate === "taken" || fate === "lost") applyToMessages(action, ids);
      await scheduler.schedule(Promise.resolve(), `answer ${action.action}`);
      if (fate === "refused") throw new ApiError("database_unavailable", 503);
      if (fate === "lost") throw new ApiError("unreachable");
      if (fate === "offline") throw new ApiError("offline");
    },
    /** Changes the newest two messages of the whole inbox that arrived until a moment and that the action changes. */
    async sendMatching(action: ActionInput, { until }: Matching) {
      const matching = messages.filter(
        (message) =>
          message.created_at <= until &&
          isInFilter("all", message) &&
          applyAction(message, action) !== message,
      );
      const batch = matching.slice(0, 2).map(({ id }) => id);
      const [field] = toFieldChange(action) ?? [];
      const previous = new Map(
        matching.slice(0, 2).map((message) => [message.id, field ? message[field] : null]),
      );
      await this.send(action, batch);
      return { ids: batch, previous, until: matching.length > 2 ? until : null };
    },
    async read<Answer>(readAnswer: (messages: readonly FullSubmission[]) => Answer): Promise<Answer> {
      await scheduler.schedule(Promise.resolve(), "ask");
      const answer = readAnswer(messages);
      await scheduler.schedule(Promise.resolve(), "answer");
      return answer;
    },
  };
}

/** Starts an inbox without a screen, with its list, its pending changes and its visible messages. */
function startInbox(edge: ReturnType<typeof startEdge>) {
  let list: readonly FullSubmission[] = edge.messages();
  let overview = { counts: countMessages(list), transitionCount: 0 };
  // Undo actions of all toasts so far.
  const offered: Undo[] = [];
  const applyConfirmed = (
    messages: readonly FullSubmission[],
    confirmed: Parameters<typeof applyChanges>[0],
  ) => messages.flatMap((message) => applyChanges(confirmed, message) ?? []);
  // Releases of held deletions.
  let releases: (() => void)[] = [];
  const recordUndo = (undo: Undo | null) => {
    if (undo) offered.push(undo);
    return () => {};
  };
  const ports: ChangePorts = {
    send: (action, ids) => edge.send(action, ids),
    sendMatching: (action, matching) => edge.sendMatching(action, matching),
    apply: (confirmed) => {
      list = applyConfirmed(list, [confirmed]);
    },
    find: () => new Map(list.map((message) => [message.id, message])),
    onEnd: () => {},
    report: (_action, _outcome, undo) => recordUndo(undo),
    announceDeletion: (_count, _delayMs, undo) => recordUndo(undo),
    reportUndoneDeletion: () => {},
    reportNothingToUndo: () => {},
    now: () => 0,
    delay(release) {
      releases.push(release);
      return () => {
        releases = releases.filter((other) => other !== release);
      };
    },
  };
  const journal = createDeletionJournal("administrator");
  const { queue, change, changeMatching, undo } = createPendingChanges(() => ports, journal);
  const listVisible = () => applyConfirmed(list, queue.get().changes);
  return {
    ask: (action: ActionInput, ids: readonly string[]) =>
      change(
        action,
        listVisible().filter(({ id }) => ids.includes(id)),
      ),
    askMatching: (action: ActionInput) =>
      changeMatching(action, { selection: { filter: "all", search: "" }, until: newestAtStart, total: null }),
    /** Lets the ten seconds of all held deletions pass. */
    passTime() {
      const due = releases;
      releases = [];
      for (const release of due) release();
    },
    undo,
    undoFromToast: (undoIndex: number) => offered[undoIndex % Math.max(1, offered.length)]?.(),
    shown: listVisible,
    counts: () => toCurrentCounts(overview.counts, overview.transitionCount, queue.get()),
    async readList() {
      list = await queue.readCorrected(() => edge.read((messages) => messages), applyConfirmed);
    },
    async readCounts() {
      const { answer, transitionCount } = await queue.readUndisturbed(() => edge.read(countMessages));
      overview = { counts: answer, transitionCount };
    },
    resume: queue.resume,
    waiting: () => queue.get().changes.length,
  };
}

const action = fc.oneof(
  fc
    .constantFrom<SubmissionAction>(...submissionActions)
    .filter((name) => name !== "assign")
    .map((name): ActionInput => ({ action: name })),
  fc.constantFrom("ana", "luis", null).map((assignee): ActionInput => ({ action: "assign", assignee })),
);
const ids = fc.uniqueArray(fc.constantFrom("1", "2", "3", "4"), { minLength: 1 });
const ownStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("ask" as const), action, ids }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("undo" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("undoFromToast" as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("readList" as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("readCounts" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("passTime" as const) }) },
);
const othersStep = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constant("other" as const), action, ids }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("arrive" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("askMatching" as const), action }) },
  { weight: 6, arbitrary: ownStep },
);
const fate = fc.constantFrom<CallFate>("taken", "taken", "taken", "refused", "lost", "offline");

type TestInbox = ReturnType<typeof startInbox>;

function takeStep(step: typeof othersStep extends fc.Arbitrary<infer Step> ? Step : never, inbox: TestInbox) {
  if (step.type === "ask") inbox.ask(step.action, step.ids);
  else if (step.type === "askMatching") inbox.askMatching(step.action);
  else if (step.type === "passTime") inbox.passTime();
  else if (step.type === "undo") inbox.undo();
  else if (step.type === "undoFromToast") inbox.undoFromToast(step.which);
  else if (step.type === "readList") return inbox.readList();
  else if (step.type === "readCounts") return inbox.readCounts();
  return undefined;
}

/** Delivers all pending answers and their consequences. Calls `afterStep` after every step. */
async function drain(scheduler: fc.Scheduler, afterStep: () => void) {
  for (let idle = 0; idle < 3; idle += 1) {
    afterStep();
    while (scheduler.count() > 0) {
      idle = 0;
      await scheduler.waitOne();
      afterStep();
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
      fc.array(fc.constantFrom<CallFate>("taken", "taken", "refused"), { minLength: 1 }),
      async (scheduler, steps, fates) => {
        const inbox = startInbox(startEdge(scheduler, fates));
        const expectAgreement = () => expect(inbox.counts()).toEqual(countMessages(inbox.shown()));
        const reads: (Promise<void> | undefined)[] = [];
        for (const step of steps) {
          reads.push(takeStep(step, inbox));
          expectAgreement();
          if (scheduler.count() > 0 && step.type !== "ask") await scheduler.waitOne();
          expectAgreement();
        }
        inbox.passTime();
        await drain(scheduler, expectAgreement);
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
          else reads.push(takeStep(step, inbox));
          if (scheduler.count() > 0) await scheduler.waitOne();
        }
        inbox.passTime();
        await drain(scheduler, inbox.resume);
        reads.push(inbox.readList(), inbox.readCounts());
        await drain(scheduler, inbox.resume);
        await Promise.all(reads);
        expect(inbox.waiting()).toBe(0);
        expect(inbox.shown()).toEqual(edge.messages());
        expect(inbox.counts()).toEqual(countMessages(edge.messages()));
      },
    ),
    { numRuns: 400 },
  );
});
