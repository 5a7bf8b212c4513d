import { expect, test } from "vitest";
import { createUndoStack } from "#web/pages/inbox/changes/undo-stack.ts";

test("a permanent action ends its undo and that of earlier actions, and keeps that of later ones", () => {
  const undoneActions: string[] = [];
  const undos = createUndoStack(() => () => {});
  const before = undos.push(() => undoneActions.push("before"));
  const deletion = undos.push(() => undoneActions.push("deletion"));
  const after = undos.push(() => undoneActions.push("after"));
  deletion.close();
  before.undo();
  deletion.undo();
  expect(undoneActions).toEqual([]);
  undos.getLast()?.();
  expect([undoneActions, undos.getLast()]).toEqual([["after"], undefined]);
  after.undo();
  expect(undoneActions).toEqual(["after"]);
});

test("reports a failure after a deletion has cleared the stack", () => {
  const reports: string[] = [];
  const undos = createUndoStack(({ action }, { hasFailed }, undo) => {
    reports.push(`${action} ${hasFailed ? "failed" : "done"} ${undo ? "with undo" : "without undo"}`);
    return () => {};
  });
  const read = undos.push(() => {});
  undos.push(() => {}).close();
  read.report(
    { action: "read" },
    { count: 0, ids: [], previous: new Map(), hasFailed: true, isStopped: false },
  );
  expect(reports).toEqual(["read failed without undo"]);
});
