import { describe, expect, test } from "vitest";
import {
  createInboxState,
  createInboxStore,
  emptySelection,
  findSelection,
  getNewMessages,
  reduceInbox,
} from "#web/pages/inbox/store.ts";
import type { InboxEvent } from "#web/pages/inbox/types.ts";
import { createSubmission } from "./submission.ts";

const list = "ana all ";
const ids = ["d", "c", "b", "a"];
const entered = createInboxState(list, "", emptySelection);

/** Returns the inbox after events in this order. */
const createInbox = (...events: InboxEvent[]) => events.reduce(reduceInbox, entered);
const createListShown = (
  newest: string,
  overrides: Partial<Extract<InboxEvent, { type: "listShown" }>> = {},
) => ({ type: "listShown", ids, opened: null, newest, ...overrides }) as const;
const createMessageToggled = (id: string, name = list) =>
  ({ type: "messageToggled", list: name, ids, id }) as const;
const createRowFocused = (id: string) => ({ type: "rowFocused", ids, id }) as const;
const listSelected = (...events: InboxEvent[]) => [
  ...findSelection(createInbox(...events).selections, list, ids).ids,
];

describe("the seen messages", () => {
  test("reaches the newest message that any list has shown", () => {
    expect(createInbox(createListShown("2026-11-20"), createListShown("2026-11-22")).seenUntil).toBe(
      "2026-11-22",
    );
    expect(createInbox(createListShown("2026-11-22"), createListShown("2026-11-20")).seenUntil).toBe(
      "2026-11-22",
    );
    expect(createInbox(createListShown("2026-11-22"), createListShown("")).seenUntil).toBe("2026-11-22");
  });

  test("excludes new messages until the list shows them", () => {
    const newPage = { messages: [createSubmission("e", 9)], more: false };
    const inbox = createInbox(
      createListShown("2026-11-20"),
      { type: "newMessagesFound", list, messages: newPage },
      { type: "newMessagesShown", list },
    );
    expect(inbox.seenUntil).toBe("2026-11-20");
  });
});

describe("the focused row", () => {
  test("is stored with its message and its last position", () => {
    expect(createInbox(createRowFocused("c")).focused).toEqual({ id: "c", index: 1 });
    expect(createInbox(createRowFocused("c"), createListShown("", { ids: ["e", ...ids] })).focused).toEqual({
      id: "c",
      index: 2,
    });
  });

  test("keeps its position when its message has left the list", () => {
    expect(createInbox(createRowFocused("c"), createListShown("", { ids: ["d", "b", "a"] })).focused).toEqual(
      { id: "c", index: 1 },
    );
  });

  test("the position of the opened message is kept until another or none is opened", () => {
    const listWithoutOpened = { ids: ["d", "b", "a"], opened: "c" };
    expect(
      createInbox(createListShown("", { opened: "c" }), createListShown("", listWithoutOpened)).openedIndex,
    ).toBe(1);
    expect(
      createInbox(
        createListShown("", { opened: "c" }),
        createListShown("", listWithoutOpened),
        createListShown("", { opened: "a" }),
      ).openedIndex,
    ).toBe(3);
    expect(createInbox(createListShown("", { opened: "c" }), createListShown("")).openedIndex).toBe(-1);
  });
});

describe("the selection", () => {
  test("is toggled by message or by range", () => {
    expect(
      listSelected(createMessageToggled("b"), createMessageToggled("d"), createMessageToggled("b")),
    ).toEqual(["d"]);
    expect(listSelected(createMessageToggled("a"), { type: "rangeSelected", list, ids, id: "c" })).toEqual([
      "a",
      "c",
      "b",
    ]);
  });

  test("belongs to its list", () => {
    expect(listSelected(createMessageToggled("a", "ana spam "))).toEqual([]);
    expect(listSelected(createMessageToggled("b"), createMessageToggled("a", "ana spam "))).toEqual(["b"]);
  });

  test("is the loaded messages, then everything, then the loaded messages without a deselected one", () => {
    const bulk = createInbox({ type: "loadedSelected", list, ids }, { type: "bulkSelected", list, ids });
    expect(findSelection(bulk.selections, list, ids)).toMatchObject({ bulk: true, ids: new Set(ids) });
    const fewer = findSelection(reduceInbox(bulk, createMessageToggled("c")).selections, list, ids);
    expect(fewer).toMatchObject({ bulk: false, ids: new Set(["d", "b", "a"]) });
  });

  test("is cleared when all of it was handled, and stays otherwise", () => {
    const createHandled = (...handledIds: string[]) =>
      ({ type: "handled", list, ids, handled: new Set(handledIds) }) as const;
    expect(
      listSelected(createMessageToggled("a"), createMessageToggled("b"), createHandled("a", "b")),
    ).toEqual([]);
    expect(listSelected(createMessageToggled("a"), createMessageToggled("b"), createHandled("a"))).toEqual([
      "a",
      "b",
    ]);
    expect(listSelected(createMessageToggled("a"), { type: "deselected", list })).toEqual([]);
  });
});

test("new messages are kept aside by list until they are shown", () => {
  const newPage = { messages: [createSubmission("e", 9)], more: true };
  const inbox = createInbox({ type: "newMessagesFound", list, messages: newPage });
  expect(getNewMessages(inbox, list)).toBe(newPage);
  expect(getNewMessages(inbox, "ana spam ").messages).toEqual([]);
  expect(getNewMessages(reduceInbox(inbox, { type: "newMessagesShown", list }), list).messages).toEqual([]);
});

test("stores the question about a deletion until its answer", () => {
  const store = createInboxStore(entered);
  store.set({ deleting: "bulk" });
  expect(store.get().deleting).toBe("bulk");
  store.set({ deleting: null });
  expect(store.get()).toEqual(entered);
});

test("every list remembers its top row when it is left", () => {
  const inbox = createInbox(
    { type: "listLeft", list, row: 30 },
    { type: "listLeft", list: "ana spam ", row: 2 },
  );
  expect([...inbox.tops]).toEqual([
    [list, 30],
    ["ana spam ", 2],
  ]);
});

test("dialogs open and close independently", () => {
  const inboxWithDialogs = createInbox(
    { type: "dialogOpened", dialog: "keys" },
    { type: "dialogOpened", dialog: "statistics" },
  );
  expect([...reduceInbox(inboxWithDialogs, { type: "dialogClosed", dialog: "keys" }).dialogs]).toEqual([
    "statistics",
  ]);
});

test("notifies listeners of changes only", () => {
  const store = createInboxStore(entered);
  let notifications = 0;
  store.subscribe(() => notifications++);
  store.dispatch(createListShown("2026-11-20"));
  store.dispatch(createListShown("2026-11-20"));
  store.dispatch({ type: "rowsShown", first: 0, last: 0 });
  expect(notifications).toBe(1);
});
