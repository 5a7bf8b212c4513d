import { expect, test } from "vitest";
import { createUndoStack } from "#web/pages/inbox/changes/undo-stack.ts";

test("an action without undo clears the stack", () => {
  const undoneActions: string[] = [];
  const undos = createUndoStack(() => () => {});
  const before = undos.push(() => undoneActions.push("before"));
  undos.start("delete", () => undoneActions.push("deletion"));
  before.undo();
  expect(undos.getLast()).toBeUndefined();
  expect(undoneActions).toEqual([]);
});

test("reports a failure after a deletion has cleared the stack", () => {
  const reports: string[] = [];
  const undos = createUndoStack((action, { failed }, undo) => {
    reports.push(`${action} ${failed ? "failed" : "done"} ${undo ? "with undo" : "without undo"}`);
    return () => {};
  });
  const reportRead = undos.start("read", () => {});
  undos.start("delete", () => {});
  reportRead({ count: 0, failed: true, stopped: false });
  expect(reports).toEqual(["read failed without undo"]);
});
