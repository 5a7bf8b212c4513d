import { expect, test } from "vitest";
import {
  createInboxState,
  createInboxStore,
  emptySelection,
  findSelection,
  reduceInbox,
} from "#web/pages/inbox/store.ts";
import type { InboxEvent } from "#web/pages/inbox/types.ts";
import { createSubmission } from "./submission.ts";

const list = "ana all ";
const ids = ["d", "c", "b", "a"];
const entered = createInboxState(list, "", emptySelection);
const createListShown = (newest: string) => ({ type: "listShown", ids, openedId: null, newest }) as const;
const newPage = { messages: [createSubmission("e", 9)], more: false };

test.each<[string, InboxEvent[], string]>([
  ["a later list", [createListShown("2026-11-20"), createListShown("2026-11-22")], "2026-11-22"],
  ["an earlier list", [createListShown("2026-11-22"), createListShown("2026-11-20")], "2026-11-22"],
  ["an empty list", [createListShown("2026-11-22"), createListShown("")], "2026-11-22"],
  [
    "new messages that the list does not show yet",
    [
      createListShown("2026-11-20"),
      { type: "newMessagesFound", list, messages: newPage },
      { type: "newMessagesShown", list },
    ],
    "2026-11-20",
  ],
])("the seen messages reach the newest one that a list has shown, after %s", (_, events, seenUntil) => {
  expect(events.reduce(reduceInbox, entered).seenUntil).toBe(seenUntil);
});

test("a selection belongs to its list", () => {
  const toggle = (id: string, name: string) => ({ type: "messageToggled", list: name, ids, id }) as const;
  const events = [toggle("b", list), toggle("a", "ana spam ")];
  const { selections } = events.reduce(reduceInbox, entered);
  expect([...findSelection(selections, list, ids).ids]).toEqual(["b"]);
  expect([...findSelection(selections, "ana read ", ids).ids]).toEqual([]);
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
