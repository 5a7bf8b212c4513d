import { expect, test } from "vitest";
import { createUndoStack } from "#web/pages/inbox/changes/undo-stack.ts";

function start() {
  const heard: string[] = [];
  const undos = createUndoStack(() => () => {});
  const ask = (what: string) => undos.push(() => heard.push(what));
  return { undos, ask, heard };
}

test("what was asked for is taken back once, the latest first, by the key or by its own toast", () => {
  const { undos, ask, heard } = start();
  const first = ask("first");
  ask("second");
  undos.last()?.();
  first.undo();
  first.undo();
  expect(undos.last()).toBeUndefined();
  expect(heard).toEqual(["second", "first"]);
});

test("what did not happen is not taken back", () => {
  const { undos, ask, heard } = start();
  ask("first");
  const refused = ask("refused");
  refused.forget();
  refused.undo();
  undos.last()?.();
  expect(heard).toEqual(["first"]);
});

test("after what cannot be taken back there is nothing to take back", () => {
  const { undos, ask, heard } = start();
  const before = ask("before");
  undos.start("delete", () => heard.push("deletion"));
  before.undo();
  expect(undos.last()).toBeUndefined();
  expect(heard).toEqual([]);
});
