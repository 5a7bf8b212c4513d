import { describe, expect, test } from "vitest";
import { focusAfterDeletion } from "#web/pages/inbox/changes/row-actions.ts";
import { neighbour, nextFocus, tabStop } from "#web/pages/inbox/keyboard/cursor.ts";
import { inboxAfter, inboxAt, nothing } from "#web/pages/inbox/store.ts";
import type { InboxState } from "#web/pages/inbox/types.ts";

describe("the neighbour of a message", () => {
  const ids = ["c", "b", "a"];

  test("is the next in a direction, the first without a choice, and null at the ends", () => {
    expect(neighbour(ids, "b", 1)).toBe("a");
    expect(neighbour(ids, "b", -1)).toBe("c");
    expect(neighbour(ids, null, 1)).toBe("c");
    expect(neighbour(ids, "a", 1)).toBeNull();
    expect(neighbour(ids, "elsewhere", -1)).toBeNull();
    expect(neighbour([], null, 1)).toBeNull();
  });

  test("is the message that moved to its position when it has left the list", () => {
    expect(neighbour(ids, "gone", 1, 1)).toBe("b");
    expect(neighbour(ids, "gone", -1, 1)).toBe("c");
    expect(neighbour(ids, "gone", 1, 3)).toBeNull();
    expect(neighbour(ids, "gone", -1, 0)).toBeNull();
  });
});

describe("the row that the tab key reaches", () => {
  const ids = ["c", "b", "a"];
  const entered = inboxAt("all", "", nothing);
  const at = (id: string): InboxState => inboxAfter(entered, { type: "rowFocused", ids, id });

  test("is the focused row, else the opened message, else the first", () => {
    expect(tabStop(at("b"), ids, "a")).toBe("b");
    expect(tabStop(entered, ids, "a")).toBe("a");
    expect(tabStop(entered, ids, "elsewhere")).toBe("c");
    expect(tabStop(entered, [], null)).toBeNull();
  });

  test("is the row that moved to its position when it has left the list, or the last row", () => {
    expect(tabStop(at("b"), ["c", "a"], null)).toBe("a");
    expect(tabStop(at("a"), ["c", "b"], null)).toBe("b");
    expect(nextFocus(at("a"), [])).toBeUndefined();
  });
});

test("a deletion moves the focus to the next message, else to the previous, else to none", () => {
  expect(focusAfterDeletion(["d", "c", "b", "a"], new Set(["c"]))).toBe("b");
  expect(focusAfterDeletion(["d", "c", "b", "a"], new Set(["d", "b"]))).toBe("a");
  expect(focusAfterDeletion(["d", "c", "b", "a"], new Set(["c", "a"]))).toBe("b");
  expect(focusAfterDeletion(["a"], new Set(["a"]))).toBeUndefined();
});
