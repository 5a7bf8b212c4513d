import { expect, test } from "vitest";
import { createUndoStack } from "#web/pages/inbox/changes/undo-stack.ts";

function start() {
  const heard: string[] = [];
  const undos = createUndoStack(() => () => {});
  const ask = (what: string) => undos.push(() => heard.push(what));
  return { undos, ask, heard };
}

test("undoes every action once, the latest first by key, or any by its toast", () => {
  const { undos, ask, heard } = start();
  const first = ask("first");
  ask("second");
  undos.last()?.();
  first.undo();
  first.undo();
  expect(undos.last()).toBeUndefined();
  expect(heard).toEqual(["second", "first"]);
});

test("does not undo a forgotten action", () => {
  const { undos, ask, heard } = start();
  ask("first");
  const refused = ask("refused");
  refused.forget();
  refused.undo();
  undos.last()?.();
  expect(heard).toEqual(["first"]);
});

test("an action without undo clears the stack", () => {
  const { undos, ask, heard } = start();
  const before = ask("before");
  undos.start("delete", () => heard.push("deletion"));
  before.undo();
  expect(undos.last()).toBeUndefined();
  expect(heard).toEqual([]);
});
