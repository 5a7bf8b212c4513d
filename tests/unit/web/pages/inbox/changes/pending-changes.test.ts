import { describe, expect, test } from "vitest";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type ChangePorts, createPendingChanges } from "#web/pages/inbox/changes/pending-changes.ts";
import type { Undo } from "#web/pages/inbox/changes/undo-stack.ts";
import type { DeletionJournal, HeldDeletion } from "#web/pages/inbox/shared/deletion-journal.ts";
import { applyChanges } from "#web/pages/inbox/shared/submissions.ts";
import type { PreviousValues } from "#web/pages/inbox/types.ts";
import { createSubmission } from "../submission.ts";

const seenUntil = "2026-11-20T12:00:00.000Z";
const cameras = { selection: { filter: "all", search: "cámaras" }, until: seenUntil, total: 3 } as const;
const message = createSubmission("1");

/** Lets the consequences of promises run. */
const settle = () => new Promise((done) => setImmediate(done));

function createJournal(): DeletionJournal & { deletions: HeldDeletion[] } {
  const journal = {
    deletions: [] as HeldDeletion[],
    list: () => journal.deletions,
    add: (deletion: HeldDeletion) => void journal.deletions.push(deletion),
    remove(id: string) {
      journal.deletions = journal.deletions.filter((deletion) => deletion.id !== id);
    },
    has: (id: string) => journal.deletions.some((deletion) => deletion.id === id),
  };
  return journal;
}

type MatchingAnswer = { ids: string[]; previous?: PreviousValues; until: string | null } | Error;

/** Starts the changes of an inbox at time 0. The edge answers calls for matching messages with `answers`. */
function startChanges(answers: MatchingAnswer[] = [], journal = createJournal()) {
  let timeMs = 0;
  let timers: { run: () => void; at: number }[] = [];
  const calls: string[] = [];
  const reports: string[] = [];
  const offers: (Undo | null)[] = [];
  let failure: Error | null = null;
  const loaded = new Map<string, FullSubmission>([[message.id, message]]);
  const ports: ChangePorts = {
    async send({ action, assignee }, ids) {
      calls.push(`${action}${assignee === undefined ? "" : ` ${assignee}`} ${ids}`);
      if (failure) throw failure;
    },
    async sendMatching({ action }, { until }) {
      calls.push(`${action} until ${until}`);
      const answer = answers.shift() ?? { ids: [], until: null };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    apply(confirmed) {
      for (const [id, stored] of loaded) {
        const changed = applyChanges([confirmed], stored);
        if (changed) loaded.set(id, changed);
      }
    },
    find: (ids) => new Map([...loaded].filter(([id]) => ids.has(id))),
    onEnd: () => {},
    report({ action }, { count, hasFailed, isStopped }, undo) {
      reports.push(
        [action, count, hasFailed && "failed", isStopped && "stopped"]
          .filter((part) => part !== false)
          .join(" "),
      );
      offers.push(undo);
      return () => {};
    },
    announceDeletion(count, delayMs, undo) {
      reports.push(`deletes ${count} in ${delayMs}`);
      offers.push(undo);
      return () => void reports.push("hidden");
    },
    reportUndoneDeletion: () => reports.push("undone"),
    reportNothingToUndo: () => reports.push("nothing"),
    now: () => timeMs,
    delay(run, delayMs) {
      const timer = { run, at: timeMs + delayMs };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const changes = createPendingChanges(() => ports, journal);
  return {
    ...changes,
    calls,
    reports,
    offers,
    journal,
    loaded,
    isShown: () => applyChanges(changes.queue.get().changes, message) !== null,
    fail(error: Error | null) {
      failure = error;
    },
    async pass(durationMs: number) {
      timeMs += durationMs;
      const dueTimers = timers.filter(({ at }) => at <= timeMs);
      timers = timers.filter(({ at }) => at > timeMs);
      for (const { run } of dueTimers) run();
      await settle();
    },
  };
}

describe("a deletion", () => {
  test("leaves the screen at once, and is sent after ten seconds and not earlier", async () => {
    const { change, isShown, pass, calls, reports, journal } = startChanges();
    change({ action: "delete" }, [message]);
    expect([isShown(), journal.deletions.length]).toEqual([false, 1]);
    await pass(9_999);
    expect(calls).toEqual([]);
    await pass(1);
    expect(calls).toEqual(["delete 1"]);
    expect(reports).toEqual(["deletes 1 in 10000", "hidden", "delete 1"]);
    expect(journal.deletions).toEqual([]);
  });

  test("that is undone is never sent, and the message is as before", async () => {
    const { change, undo, isShown, pass, calls, reports, journal, queue } = startChanges();
    change({ action: "delete" }, [message]);
    await pass(9_999);
    undo();
    expect([isShown(), journal.deletions]).toEqual([true, []]);
    await pass(20_000);
    expect([calls, queue.get().changes]).toEqual([[], []]);
    undo();
    expect(reports).toEqual(["deletes 1 in 10000", "hidden", "undone", "nothing"]);
  });

  test("ends with its first request the undo of earlier actions, which would skip it", async () => {
    const { change, undo, pass, calls, reports } = startChanges();
    change({ action: "read" }, [message]);
    change({ action: "delete" }, [message]);
    await pass(10_000);
    undo();
    await settle();
    expect(calls).toEqual(["read 1", "delete 1"]);
    expect(reports.at(-1)).toBe("nothing");
  });

  test("delays no later change, and an undo of an earlier one reaches the hidden message", async () => {
    const { change, pass, calls, offers } = startChanges();
    change({ action: "read" }, [message]);
    await settle();
    change({ action: "delete" }, [{ ...message, read: true }]);
    change({ action: "spam" }, [createSubmission("2")]);
    offers[0]?.();
    await settle();
    expect(calls).toEqual(["read 1", "spam 2", "unread 1"]);
    await pass(10_000);
    expect(calls.at(-1)).toBe("delete 1");
  });

  test("that the edge rejects brings the message back", async () => {
    const { change, fail, isShown, pass, reports, journal } = startChanges();
    fail(new ApiError("database_unavailable", 503));
    change({ action: "delete" }, [message]);
    await pass(10_000);
    expect([isShown(), reports.at(-1), journal.deletions]).toEqual([true, "delete 0 failed", []]);
  });

  test("of an earlier visit waits for the rest of its time, can be undone, and is carried out", async () => {
    const first = startChanges();
    first.change({ action: "delete" }, [message]);
    await first.pass(4_000);
    const deletions = first.journal.deletions.map((deletion) => ({ ...deletion, dueAt: 6_000 }));
    const later = startChanges([], Object.assign(createJournal(), { deletions }));
    later.resumeDeletions();
    expect([later.isShown(), later.reports]).toEqual([false, ["deletes 1 in 6000"]]);
    await later.pass(5_999);
    expect(later.calls).toEqual([]);
    await later.pass(1);
    expect(later.calls).toEqual(["delete 1"]);
  });

  test("of an earlier visit whose time has passed is carried out at once", async () => {
    const overdue = { id: "a", dueAt: -1, ids: ["1"], matching: null };
    const journal = Object.assign(createJournal(), { deletions: [overdue] });
    const { resumeDeletions, pass, calls, reports } = startChanges([], journal);
    resumeDeletions();
    await pass(0);
    expect([calls, reports]).toEqual([["delete 1"], ["delete 1"]]);
  });

  test("that another tab has undone is not sent, and the message returns", async () => {
    const { change, isShown, pass, calls, journal } = startChanges();
    change({ action: "delete" }, [message]);
    journal.deletions = [];
    await pass(10_000);
    expect([calls, isShown()]).toEqual([[], true]);
  });

  test("is kept by the journal when the page closes, and its timer ends", async () => {
    const { change, resumeDeletions, pass, calls, journal } = startChanges();
    const close = resumeDeletions();
    change({ action: "delete" }, [message]);
    close();
    await pass(10_000);
    expect([calls, journal.deletions.length]).toEqual([[], 1]);
  });
});

describe("an action on everything that matches", () => {
  test("changes only messages that were seen at its start", async () => {
    const { changeMatching, calls, reports } = startChanges([
      { ids: ["c", "b"], until: seenUntil },
      { ids: ["a"], until: null },
    ]);
    changeMatching({ action: "read" }, cameras);
    await settle();
    expect(calls).toEqual([`read until ${seenUntil}`, `read until ${seenUntil}`]);
    expect(reports).toEqual(["read 3"]);
  });

  test("continues on a long search at the moment of the answer", async () => {
    const earlier = "2026-10-02T08:00:00.000Z";
    const { changeMatching, calls } = startChanges([
      { ids: [], until: earlier },
      { ids: ["a"], until: null },
    ]);
    changeMatching({ action: "read" }, cameras);
    await settle();
    expect(calls).toEqual([`read until ${seenUntil}`, `read until ${earlier}`]);
  });

  test("offers no undo when its first call fails", async () => {
    const { changeMatching, reports, undos } = startChanges([new Error("the edge does not answer")]);
    changeMatching({ action: "read" }, cameras);
    await settle();
    expect([reports, undos.getLast()]).toEqual([["read 0 failed"], undefined]);
  });

  test("waits for the network in its place, and continues where it stopped", async () => {
    const { changeMatching, change, queue, calls, reports } = startChanges([
      { ids: ["c"], until: "2026-10-02T08:00:00.000Z" },
      new ApiError("offline"),
      { ids: ["b"], until: null },
    ]);
    changeMatching({ action: "read" }, cameras);
    change({ action: "spam" }, [message]);
    await settle();
    expect([calls.length, queue.get().waitsFor]).toEqual([2, "network"]);
    queue.resume();
    await settle();
    expect(calls.slice(2)).toEqual(["read until 2026-10-02T08:00:00.000Z", "spam 1"]);
    expect(reports).toEqual(["read 2", "spam 1"]);
  });

  test("stops while it waits for the network, and the undo reverts what it has changed", async () => {
    const { changeMatching, stop, undo, queue, calls, reports } = startChanges([
      { ids: ["c"], until: "2026-10-02T08:00:00.000Z" },
      new ApiError("offline"),
    ]);
    changeMatching({ action: "read" }, cameras);
    await settle();
    stop();
    expect(reports).toEqual(["read 1 stopped"]);
    queue.resume();
    undo();
    await settle();
    expect(calls.at(-1)).toBe("unread c");
  });

  test("hides what a deletion will reach for ten seconds, and returns all of it with the undo", async () => {
    const { changeMatching, undo, pass, calls, isShown, queue } = startChanges();
    const newest = createSubmission("new", 5);
    const deletion = { ...cameras, selection: { filter: "all", search: "" } as const };
    changeMatching({ action: "delete" }, deletion);
    expect(isShown()).toBe(false);
    expect(applyChanges(queue.get().changes, newest)).toBe(newest);
    undo();
    expect(isShown()).toBe(true);
    await pass(10_000);
    expect(calls).toEqual([]);
    changeMatching({ action: "delete" }, deletion);
    await pass(10_000);
    expect(calls).toEqual([`delete until ${seenUntil}`]);
  });
});

test.each<SubmissionAction>(["read", "spam"])(
  "an undo of %s before it is sent sends nothing",
  async (action) => {
    const { change, undo, queue, calls } = startChanges();
    const other = createSubmission("2");
    change({ action: "unread" }, [{ ...other, read: true }]);
    change({ action }, [message]);
    undo();
    await settle();
    expect([calls, queue.get().changes]).toEqual([["unread 2"], []]);
  },
);

describe("an undo of a state or an assignee", () => {
  const waiting = createSubmission("2", 0, { state: "waiting", assignee: "ana" });

  test("restores the earlier value of every message", async () => {
    const { change, undo, calls, loaded } = startChanges();
    loaded.set(waiting.id, waiting);
    change({ action: "close" }, [message, waiting]);
    await settle();
    change({ action: "assign", assignee: "luis" }, [...loaded.values()]);
    await settle();
    undo();
    undo();
    await settle();
    expect(calls).toEqual([
      ...["close 1,2", "assign luis 1,2"],
      ...["assign null 1", "assign ana 2", "reopen 1", "await 2"],
    ]);
  });

  test("restores the values that the edge names for messages that are not loaded", async () => {
    const previous = new Map([
      ["a", "waiting"],
      ["b", "unanswered"],
      ["c", "waiting"],
    ]);
    const { changeMatching, undo, calls } = startChanges([{ ids: ["a", "b", "c"], previous, until: null }]);
    changeMatching({ action: "close" }, cameras);
    await settle();
    undo();
    await settle();
    expect(calls.slice(1)).toEqual(["await a,c", "reopen b"]);
  });

  test("keeps the value that another administrator has set meanwhile", async () => {
    const { change, undo, calls, loaded } = startChanges();
    change({ action: "close" }, [message, waiting]);
    await settle();
    loaded.set(message.id, { ...message, state: "waiting" });
    undo();
    await settle();
    expect(calls).toEqual(["close 1,2", "await 2"]);
  });
});
