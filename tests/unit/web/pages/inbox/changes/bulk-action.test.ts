import { expect, test } from "vitest";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { type BulkPorts, createBulkAction } from "#web/pages/inbox/changes/bulk-action.ts";
import { createUndoStack, type Report } from "#web/pages/inbox/changes/undo-stack.ts";

const seenUntil = "2026-11-20T12:00:00.000Z";

/** Starts an action on an edge that answers every call with the next ids. A call without ids fails. */
async function startBulk(action: SubmissionAction, ...answers: (string[] | null)[]) {
  const calls: { until: string; action: SubmissionAction }[] = [];
  const reports: unknown[] = [];
  const report: Report = (_action, { count, failed, stopped }) => {
    reports.push({ count, failed, stopped });
    return () => {};
  };
  const undos = createUndoStack(report);
  const ports: BulkPorts = {
    async changeMatching(_selection, until, action) {
      calls.push({ until, action });
      const ids = answers[calls.length - 1];
      if (!ids) throw new Error("the edge does not answer");
      return { ids, more: calls.length < answers.length };
    },
    changeSubmissions: async () => {},
    reportProgress: () => {},
    onEnd: () => {},
    report,
  };
  const selection = { filter: "all", search: "cámaras" } as const;
  await createBulkAction(() => ports, undos).start(action, selection, seenUntil, 3);
  return { calls, reports, undos };
}

test("an action on everything that matches changes only messages that were seen at its start", async () => {
  const { calls, reports } = await startBulk("delete", ["c", "b"], ["a"]);
  expect(calls).toEqual([
    { until: seenUntil, action: "delete" },
    { until: seenUntil, action: "delete" },
  ]);
  expect(reports).toEqual([{ count: 3, failed: false, stopped: false }]);
});

test("an action whose first call fails offers no undo", async () => {
  const { reports, undos } = await startBulk("read", null);
  expect(reports).toEqual([{ count: 0, failed: true, stopped: false }]);
  expect(undos.getLast()).toBeUndefined();
});

test("an action on a long search continues at the moment of the answer", async () => {
  const calls: string[] = [];
  const earlier = "2026-10-02T08:00:00.000Z";
  const ports: BulkPorts = {
    async changeMatching(_selection, until) {
      calls.push(until);
      return calls.length === 1 ? { ids: [], more: true, until: earlier } : { ids: ["a"], more: false };
    },
    changeSubmissions: async () => {},
    reportProgress: () => {},
    onEnd: () => {},
    report: () => () => {},
  };
  const bulk = createBulkAction(() => ports, createUndoStack(ports.report));
  await bulk.start("read", { filter: "all", search: "cámaras" }, seenUntil, 3);
  expect(calls).toEqual([seenUntil, earlier]);
});
