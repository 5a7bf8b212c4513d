import { describe, expect, test } from "vitest";
import { findFocusAfterRemoval } from "#web/pages/inbox/changes/row-actions.ts";
import { findNeighbor, findNextFocus, findTabStop } from "#web/pages/inbox/keyboard/cursor.ts";
import { createInboxState, createInboxStore, emptySelection } from "#web/pages/inbox/store.ts";
import type { InboxState } from "#web/pages/inbox/types.ts";

describe("the neighbor of a message", () => {
  const ids = ["c", "b", "a"];

  test("is the next in a direction, the first without a choice, and null at the ends", () => {
    expect(findNeighbor(ids, "b", 1)).toBe("a");
    expect(findNeighbor(ids, "b", -1)).toBe("c");
    expect(findNeighbor(ids, null, 1)).toBe("c");
    expect(findNeighbor(ids, "a", 1)).toBeNull();
    expect(findNeighbor(ids, "elsewhere", -1)).toBeNull();
    expect(findNeighbor([], null, 1)).toBeNull();
  });

  test("is the message that moved to its position when it has left the list", () => {
    expect(findNeighbor(ids, "gone", 1, 1)).toBe("b");
    expect(findNeighbor(ids, "gone", -1, 1)).toBe("c");
    expect(findNeighbor(ids, "gone", 1, 3)).toBeNull();
    expect(findNeighbor(ids, "gone", -1, 0)).toBeNull();
  });
});

describe("the row that the tab key reaches", () => {
  const ids = ["c", "b", "a"];
  const entered = createInboxState("all", "", emptySelection);
  const focusRow = (id: string): InboxState => {
    const store = createInboxStore(entered);
    store.noteFocusedRow(ids, id);
    return store.get();
  };

  test("is the focused row, else the opened message, else the first", () => {
    expect(findTabStop(focusRow("b"), ids, "a")).toBe("b");
    expect(findTabStop(entered, ids, "a")).toBe("a");
    expect(findTabStop(entered, ids, "elsewhere")).toBe("c");
    expect(findTabStop(entered, [], null)).toBeNull();
  });

  test("is the row that moved to its position when it has left the list, or the last row", () => {
    expect(findTabStop(focusRow("b"), ["c", "a"], null)).toBe("a");
    expect(findTabStop(focusRow("a"), ["c", "b"], null)).toBe("b");
    expect(findNextFocus(focusRow("a"), [])).toBeUndefined();
  });
});

test("a deletion moves the focus to the next message, else to the previous, else to none", () => {
  expect(findFocusAfterRemoval(["d", "c", "b", "a"], new Set(["c"]))).toBe("b");
  expect(findFocusAfterRemoval(["d", "c", "b", "a"], new Set(["d", "b"]))).toBe("a");
  expect(findFocusAfterRemoval(["d", "c", "b", "a"], new Set(["c", "a"]))).toBe("b");
  expect(findFocusAfterRemoval(["a"], new Set(["a"]))).toBeUndefined();
});
