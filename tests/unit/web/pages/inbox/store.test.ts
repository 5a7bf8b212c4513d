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

/** The inbox after what happened to it, in this order. */
const inboxOf = (...events: InboxEvent[]) => events.reduce(inboxAfter, entered);
const shown = (newest: string, given: Partial<Extract<InboxEvent, { type: "listShown" }>> = {}) =>
  ({ type: "listShown", ids, opened: null, newest, ...given }) as const;
const toggled = (id: string, name = list) => ({ type: "messageToggled", list: name, ids, id }) as const;
const focused = (id: string) => ({ type: "rowFocused", ids, id }) as const;
const selected = (...events: InboxEvent[]) => [...selectionOf(inboxOf(...events).selections, list, ids).ids];

describe("what was seen", () => {
  test("reaches to the newest message that was shown, in whatever list", () => {
    expect(inboxOf(shown("2026-11-20"), shown("2026-11-22")).seenUntil).toBe("2026-11-22");
    expect(inboxOf(shown("2026-11-22"), shown("2026-11-20")).seenUntil).toBe("2026-11-22");
    expect(inboxOf(shown("2026-11-22"), shown("")).seenUntil).toBe("2026-11-22");
  });

  test("holds nothing that is kept aside, nor what is brought in before it is shown", () => {
    const found = { messages: [submission("e", 9)], more: false };
    const kept = inboxOf(
      shown("2026-11-20"),
      { type: "newMessagesFound", list, found },
      { type: "newMessagesShown", list },
    );
    expect(kept.seenUntil).toBe("2026-11-20");
  });
});

describe("the row that the keyboard is at", () => {
  test("is remembered by its message and by where it stood when it was shown last", () => {
    expect(inboxOf(focused("c")).focused).toEqual({ id: "c", index: 1 });
    expect(inboxOf(focused("c"), shown("", { ids: ["e", ...ids] })).focused).toEqual({ id: "c", index: 2 });
  });

  test("keeps its place once its message has left the list", () => {
    expect(inboxOf(focused("c"), shown("", { ids: ["d", "b", "a"] })).focused).toEqual({ id: "c", index: 1 });
  });

  test("and the place of the opened message is kept until another one is opened or none", () => {
    const left = { ids: ["d", "b", "a"], opened: "c" };
    expect(inboxOf(shown("", { opened: "c" }), shown("", left)).openedIndex).toBe(1);
    expect(inboxOf(shown("", { opened: "c" }), shown("", left), shown("", { opened: "a" })).openedIndex).toBe(
      3,
    );
    expect(inboxOf(shown("", { opened: "c" }), shown("")).openedIndex).toBe(-1);
  });
});

describe("what is selected", () => {
  test("is toggled one by one, or from one to another", () => {
    expect(selected(toggled("b"), toggled("d"), toggled("b"))).toEqual(["d"]);
    expect(selected(toggled("a"), { type: "rangeSelected", list, ids, id: "c" })).toEqual(["a", "c", "b"]);
  });

  test("belongs to its list", () => {
    expect(selected(toggled("a", "ana spam "))).toEqual([]);
    expect(selected(toggled("b"), toggled("a", "ana spam "))).toEqual(["b"]);
  });

  test("is what is loaded, then everything, then the loaded others without one of them", () => {
    const bulk = inboxOf({ type: "loadedSelected", list, ids }, { type: "bulkSelected", list, ids });
    expect(selectionOf(bulk.selections, list, ids)).toMatchObject({ bulk: true, ids: new Set(ids) });
    const fewer = selectionOf(inboxAfter(bulk, toggled("c")).selections, list, ids);
    expect(fewer).toMatchObject({ bulk: false, ids: new Set(["d", "b", "a"]) });
  });

  test("is forgotten once all of it was handled, and stays when something else was", () => {
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

test("a deletion is asked about, and the question is gone with its answer", () => {
  const store = createInboxStore(entered);
  store.set({ deleting: "bulk" });
  expect(store.get().deleting).toBe("bulk");
  store.set({ deleting: null });
  expect(store.get()).toEqual(entered);
});

test("each list remembers the row at its top when it was left", () => {
  const left = inboxOf({ type: "listLeft", list, row: 30 }, { type: "listLeft", list: "ana spam ", row: 2 });
  expect([...left.tops]).toEqual([
    [list, 30],
    ["ana spam ", 2],
  ]);
});

test("dialogs open and close each by itself", () => {
  const both = inboxOf(
    { type: "dialogOpened", dialog: "keys" },
    { type: "dialogOpened", dialog: "statistics" },
  );
  expect([...inboxAfter(both, { type: "dialogClosed", dialog: "keys" }).dialogs]).toEqual(["statistics"]);
});

test("who listens hears of what changed, and of nothing else", () => {
  const store = createInboxStore(entered);
  let heard = 0;
  store.subscribe(() => heard++);
  store.dispatch(shown("2026-11-20"));
  store.dispatch(shown("2026-11-20"));
  store.dispatch({ type: "rowsShown", first: 0, last: 0 });
  expect(heard).toBe(1);
});
