import { describe, expect, test } from "vitest";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { type BulkPorts, createBulkAction } from "#web/pages/inbox/changes/bulk-action.ts";
import { createUndoStack, type Report, type Undo } from "#web/pages/inbox/changes/undo-stack.ts";
import type { Progress } from "#web/pages/inbox/types.ts";

const selection = { filter: "all", search: "cámaras" } as const;
const whole = { failed: false, stopped: false };
const seenUntil = "2026-11-20T12:00:00.000Z";

/** Creates a bulk action on an edge that answers every call with the next ids. A call without ids fails. */
function begin(...answers: (string[] | null)[]) {
  const asked: { until: string; action: SubmissionAction }[] = [];
  const undone: string[][] = [];
  const said: unknown[][] = [];
  const progress: (Progress | null)[] = [];
  let atCall: (call: number) => void = () => {};
  let offered: Undo | null = null;
  const report: Report = (action, { count, failed, stopped }, undo) => {
    said.push([action, count, { failed, stopped }]);
    offered = undo;
    return () => {};
  };
  const undos = createUndoStack(report);
  const ports: BulkPorts = {
    async changeMatching(_selection, until, action) {
      asked.push({ until, action });
      atCall(asked.length);
      const ids = answers[asked.length - 1];
      if (!ids) throw new Error("the edge does not answer");
      return { ids, more: asked.length < answers.length };
    },
    async changeSubmissions(ids) {
      undone.push(ids);
    },
    progressed: (now) => progress.push(now),
    ended: () => {},
    report,
  };
  const bulk = createBulkAction(() => ports, undos);
  return {
    asked,
    undone,
    said,
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
    const { start, asked, said } = begin(["c", "b"], ["a"]);
    await start("delete");
    expect(asked).toEqual([
      { until: seenUntil, action: "delete" },
      { until: seenUntil, action: "delete" },
    ]);
    expect(said).toEqual([["delete", 3, whole]]);
  });

  test("reports its progress after every call", async () => {
    const { start, progress } = begin(["c", "b"], ["a"]);
    await start("read");
    expect(progress.map((now) => now?.done)).toEqual([0, 2, 3, undefined]);
  });

  test("stops between two calls and keeps the completed changes", async () => {
    const { start, stop, during, asked, said } = begin(["c", "b"], ["a"]);
    during(stop);
    await start("read");
    expect(asked).toHaveLength(1);
    expect(said).toEqual([["read", 2, { failed: false, stopped: true }]]);
  });

  test("reports the number of changed messages when a call fails, and offers no undo after a failed first call", async () => {
    const second = begin(["c", "b"], null);
    await second.start("read");
    expect(second.said).toEqual([["read", 2, { failed: true, stopped: false }]]);
    const first = begin(null);
    await first.start("read");
    expect(first.said).toEqual([["read", 0, { failed: true, stopped: false }]]);
    expect(first.undos.last()).toBeUndefined();
  });

  test("is undone by the ids of its messages, and a deletion clears all earlier undos", async () => {
    const { start, undo, undone, undos, said } = begin(["c", "b"], ["a"]);
    await start("read");
    undo();
    await expect
      .poll(() => said)
      .toEqual([
        ["read", 3, whole],
        ["unread", 3, whole],
      ]);
    expect(undone).toEqual([["c", "b", "a"]]);
    undos.push(() => {});
    await start("delete");
    expect(undos.last()).toBeUndefined();
  });
});
