import { expect, test } from "vitest";
import { createUndoStack } from "#web/pages/inbox/changes/undo-stack.ts";

function createStack() {
  const undoneActions: string[] = [];
  const undos = createUndoStack(() => () => {});
  const ask = (actionName: string) => undos.push(() => undoneActions.push(actionName));
  return { undos, ask, heard: undoneActions };
}

test("undoes every action once, the latest first by key, or any by its toast", () => {
  const { undos, ask, heard: undoneActions } = createStack();
  const first = ask("first");
  ask("second");
  undos.getLast()?.();
  first.undo();
  first.undo();
  expect(undos.getLast()).toBeUndefined();
  expect(undoneActions).toEqual(["second", "first"]);
});

test("does not undo a forgotten action", () => {
  const { undos, ask, heard: undoneActions } = createStack();
  ask("first");
  const rejectedAction = ask("refused");
  rejectedAction.forget();
  rejectedAction.undo();
  undos.getLast()?.();
  expect(undoneActions).toEqual(["first"]);
});

test("an action without undo clears the stack", () => {
  const { undos, ask, heard: undoneActions } = createStack();
  const before = ask("before");
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
