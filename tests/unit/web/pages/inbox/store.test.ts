import { expect, test } from "vitest";
import {
  createInboxState,
  createInboxStore,
  emptySelection,
  extendSelection,
  removeUnlisted,
  selectAll,
  toggleMessage,
} from "#web/pages/inbox/store.ts";

const order = ["e", "d", "c", "b", "a"];
const joinIds = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join("");

test("a range starts at the last selected message, in both directions", () => {
  const anchor = toggleMessage(emptySelection, "c");
  expect(joinIds(extendSelection(anchor, order, "a"))).toBe("abc");
  expect(joinIds(extendSelection(extendSelection(anchor, order, "a"), order, "e"))).toBe("abcde");
});

test("a range whose start has left the list starts again", () => {
  expect(joinIds(extendSelection(toggleMessage(emptySelection, "gone"), order, "b"))).toBe("bgone");
  expect(extendSelection(toggleMessage(emptySelection, "gone"), order, "b").anchor).toBe("b");
});

test("messages that leave or enter the list are not selected", () => {
  expect(joinIds(removeUnlisted(selectAll(["c", "b"]), ["d", "c", "a"]))).toBe("c");
  expect(removeUnlisted(selectAll(["c"]), ["a"])).toBe(emptySelection);
});

test("removing a message from a bulk selection keeps the other loaded messages", () => {
  const bulk = { ...selectAll(order), isBulk: true };
  const fewer = toggleMessage(bulk, "c");
  expect(fewer.isBulk).toBe(false);
  expect(joinIds(fewer)).toBe("abde");
});

test.each([
  ["a later list", ["2026-11-20", "2026-11-22"]],
  ["an earlier list", ["2026-11-22", "2026-11-20"]],
  ["an empty list", ["2026-11-22", ""]],
])("the seen messages reach the newest one that a list has shown, after %s", (_, newestTimes) => {
  const store = createInboxStore(createInboxState("ana all ", "", emptySelection));
  for (const newest of newestTimes) store.noteShownList(order, null, newest);
  expect(store.get().seenUntil).toBe("2026-11-22");
});
