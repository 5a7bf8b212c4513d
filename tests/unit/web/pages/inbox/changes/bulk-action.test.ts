import { describe, expect, test } from "vitest";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { type BulkPorts, createBulkAction } from "#web/pages/inbox/changes/bulk-action.ts";
import { createUndoStack, type Report, type Undo } from "#web/pages/inbox/changes/undo-stack.ts";
import type { Progress } from "#web/pages/inbox/types.ts";

const selection = { filter: "all", search: "cámaras" } as const;
const whole = { failed: false, stopped: false };
const seenUntil = "2026-11-20T12:00:00.000Z";

/** Creates a bulk action on an edge that answers every call with the next ids. A call without ids fails. */
function createBulk(...answers: (string[] | null)[]) {
  const calls: { until: string; action: SubmissionAction }[] = [];
  const undone: string[][] = [];
  const reports: unknown[][] = [];
  const progress: (Progress | null)[] = [];
  let atCall: (call: number) => void = () => {};
  let offered: Undo | null = null;
  const report: Report = (action, { count, failed, stopped }, undo) => {
    reports.push([action, count, { failed, stopped }]);
    offered = undo;
    return () => {};
  };
  const undos = createUndoStack(report);
  const ports: BulkPorts = {
    async changeMatching(_selection, until, action) {
      calls.push({ until, action });
      atCall(calls.length);
      const ids = answers[calls.length - 1];
      if (!ids) throw new Error("the edge does not answer");
      return { ids, more: calls.length < answers.length };
    },
    async changeSubmissions(ids) {
      undone.push(ids);
    },
    reportProgress: (currentProgress) => progress.push(currentProgress),
    ended: () => {},
    report,
  };
  const bulk = createBulkAction(() => ports, undos);
  return {
    asked: calls,
    undone,
    said: reports,
    progress,
    undos,
    stop: bulk.stop,
    start: (action: SubmissionAction) => bulk.start(action, selection, seenUntil, 3),
    undo: () => offered?.(),
    during(act: (call: number) => void) {
      atCall = act;
    },
  };
}

describe("an action on everything that matches", () => {
  test("changes with every call only messages that were seen at its start", async () => {
    const { start, asked: calls, said: reports } = createBulk(["c", "b"], ["a"]);
    await start("delete");
    expect(calls).toEqual([
      { until: seenUntil, action: "delete" },
      { until: seenUntil, action: "delete" },
    ]);
    expect(reports).toEqual([["delete", 3, whole]]);
  });

  test("reports its progress after every call", async () => {
    const { start, progress } = createBulk(["c", "b"], ["a"]);
    await start("read");
    expect(progress.map((currentProgress) => currentProgress?.done)).toEqual([0, 2, 3, undefined]);
  });

  test("stops between two calls and keeps the completed changes", async () => {
    const { start, stop, during, asked: calls, said: reports } = createBulk(["c", "b"], ["a"]);
    during(stop);
    await start("read");
    expect(calls).toHaveLength(1);
    expect(reports).toEqual([["read", 2, { failed: false, stopped: true }]]);
  });

  test("reports the number of changed messages when a call fails, and offers no undo after a failed first call", async () => {
    const second = createBulk(["c", "b"], null);
    await second.start("read");
    expect(second.said).toEqual([["read", 2, { failed: true, stopped: false }]]);
    const first = createBulk(null);
    await first.start("read");
    expect(first.said).toEqual([["read", 0, { failed: true, stopped: false }]]);
    expect(first.undos.getLast()).toBeUndefined();
  });

  test("is undone by the ids of its messages, and a deletion clears all earlier undos", async () => {
    const { start, undo, undone, undos, said: reports } = createBulk(["c", "b"], ["a"]);
    await start("read");
    undo();
    await expect
      .poll(() => reports)
      .toEqual([
        ["read", 3, whole],
        ["unread", 3, whole],
      ]);
    expect(undone).toEqual([["c", "b", "a"]]);
    undos.push(() => {});
    await start("delete");
    expect(undos.getLast()).toBeUndefined();
  });
});
