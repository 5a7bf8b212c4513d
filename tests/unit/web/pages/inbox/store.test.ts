import { describe, expect, test } from "vitest";
import {
  createInboxStore,
  inboxAfter,
  inboxAt,
  newMessagesOf,
  nothing,
  selectionOf,
} from "#web/pages/inbox/store.ts";
import type { InboxEvent } from "#web/pages/inbox/types.ts";
import { submission } from "./submission.ts";

const list = "ana all ";
const ids = ["d", "c", "b", "a"];
const entered = inboxAt(list, "", nothing);

/** Returns the inbox after events in this order. */
const inboxOf = (...events: InboxEvent[]) => events.reduce(inboxAfter, entered);
const shown = (newest: string, given: Partial<Extract<InboxEvent, { type: "listShown" }>> = {}) =>
  ({ type: "listShown", ids, opened: null, newest, ...given }) as const;
const toggled = (id: string, name = list) => ({ type: "messageToggled", list: name, ids, id }) as const;
const focused = (id: string) => ({ type: "rowFocused", ids, id }) as const;
const selected = (...events: InboxEvent[]) => [...selectionOf(inboxOf(...events).selections, list, ids).ids];

describe("the seen messages", () => {
  test("reaches the newest message that any list has shown", () => {
    expect(inboxOf(shown("2026-11-20"), shown("2026-11-22")).seenUntil).toBe("2026-11-22");
    expect(inboxOf(shown("2026-11-22"), shown("2026-11-20")).seenUntil).toBe("2026-11-22");
    expect(inboxOf(shown("2026-11-22"), shown("")).seenUntil).toBe("2026-11-22");
  });

  test("excludes new messages until the list shows them", () => {
    const found = { messages: [submission("e", 9)], more: false };
    const kept = inboxOf(
      shown("2026-11-20"),
      { type: "newMessagesFound", list, found },
      { type: "newMessagesShown", list },
    );
    expect(kept.seenUntil).toBe("2026-11-20");
  });
});

describe("the focused row", () => {
  test("is stored with its message and its last position", () => {
    expect(inboxOf(focused("c")).focused).toEqual({ id: "c", index: 1 });
    expect(inboxOf(focused("c"), shown("", { ids: ["e", ...ids] })).focused).toEqual({ id: "c", index: 2 });
  });

  test("keeps its position when its message has left the list", () => {
    expect(inboxOf(focused("c"), shown("", { ids: ["d", "b", "a"] })).focused).toEqual({ id: "c", index: 1 });
  });

  test("the position of the opened message is kept until another or none is opened", () => {
    const left = { ids: ["d", "b", "a"], opened: "c" };
    expect(inboxOf(shown("", { opened: "c" }), shown("", left)).openedIndex).toBe(1);
    expect(inboxOf(shown("", { opened: "c" }), shown("", left), shown("", { opened: "a" })).openedIndex).toBe(
      3,
    );
    expect(inboxOf(shown("", { opened: "c" }), shown("")).openedIndex).toBe(-1);
  });
});

describe("the selection", () => {
  test("is toggled by message or by range", () => {
    expect(selected(toggled("b"), toggled("d"), toggled("b"))).toEqual(["d"]);
    expect(selected(toggled("a"), { type: "rangeSelected", list, ids, id: "c" })).toEqual(["a", "c", "b"]);
  });

  test("belongs to its list", () => {
    expect(selected(toggled("a", "ana spam "))).toEqual([]);
    expect(selected(toggled("b"), toggled("a", "ana spam "))).toEqual(["b"]);
  });

  test("is the loaded messages, then everything, then the loaded messages without a deselected one", () => {
    const bulk = inboxOf({ type: "loadedSelected", list, ids }, { type: "bulkSelected", list, ids });
    expect(selectionOf(bulk.selections, list, ids)).toMatchObject({ bulk: true, ids: new Set(ids) });
    const fewer = selectionOf(inboxAfter(bulk, toggled("c")).selections, list, ids);
    expect(fewer).toMatchObject({ bulk: false, ids: new Set(["d", "b", "a"]) });
  });

  test("is cleared when all of it was handled, and stays otherwise", () => {
    const handled = (...done: string[]) => ({ type: "handled", list, ids, handled: new Set(done) }) as const;
    expect(selected(toggled("a"), toggled("b"), handled("a", "b"))).toEqual([]);
    expect(selected(toggled("a"), toggled("b"), handled("a"))).toEqual(["a", "b"]);
    expect(selected(toggled("a"), { type: "deselected", list })).toEqual([]);
  });
});

test("new messages are kept aside by list until they are shown", () => {
  const found = { messages: [submission("e", 9)], more: true };
  const kept = inboxOf({ type: "newMessagesFound", list, found });
  expect(newMessagesOf(kept, list)).toBe(found);
  expect(newMessagesOf(kept, "ana spam ").messages).toEqual([]);
  expect(newMessagesOf(inboxAfter(kept, { type: "newMessagesShown", list }), list).messages).toEqual([]);
});

test("stores the question about a deletion until its answer", () => {
  const store = createInboxStore(entered);
  store.set({ deleting: "bulk" });
  expect(store.get().deleting).toBe("bulk");
  store.set({ deleting: null });
  expect(store.get()).toEqual(entered);
});

test("every list remembers its top row when it is left", () => {
  const left = inboxOf({ type: "listLeft", list, row: 30 }, { type: "listLeft", list: "ana spam ", row: 2 });
  expect([...left.tops]).toEqual([
    [list, 30],
    ["ana spam ", 2],
  ]);
});

test("dialogs open and close independently", () => {
  const both = inboxOf(
    { type: "dialogOpened", dialog: "keys" },
    { type: "dialogOpened", dialog: "statistics" },
  );
  expect([...inboxAfter(both, { type: "dialogClosed", dialog: "keys" }).dialogs]).toEqual(["statistics"]);
});

test("notifies listeners of changes only", () => {
  const store = createInboxStore(entered);
  let heard = 0;
  store.subscribe(() => heard++);
  store.dispatch(shown("2026-11-20"));
  store.dispatch(shown("2026-11-20"));
  store.dispatch({ type: "rowsShown", first: 0, last: 0 });
  expect(heard).toBe(1);
});
