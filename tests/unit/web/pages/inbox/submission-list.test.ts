import { describe, expect, test } from "vitest";
import {
  afterAction,
  countsAfter,
  holds,
  mergePages,
  pagesAfter,
  splitNewMessages,
  toLoadedPage,
  withPage,
} from "#web/pages/inbox/shared/submissions.ts";
import type { LoadedPage } from "#web/pages/inbox/types.ts";
import { submission } from "./submission.ts";

// Named by their age: "9" is newer than "1".
const page = (ids: string, next: string | null = null, revision = "1"): LoadedPage =>
  toLoadedPage({ items: [...ids].map((id) => submission(id, Number(id))), next_cursor: next }, revision);
const list = (...pages: LoadedPage[]) => ({
  pages,
  pageParams: pages.map((_, index) => pages[index - 1]?.next_cursor ?? null),
});
const idsOf = ({ pages }: { pages: LoadedPage[] }) =>
  mergePages(pages)
    .submissions.map(({ id }) => id)
    .join("");

describe("pages of the list", () => {
  test("become one ordered list with the page of every message", () => {
    const { submissions, pageOf } = mergePages([page("98", "a"), page("7")]);
    expect(submissions.map(({ id }) => id)).toEqual(["9", "8", "7"]);
    expect(pageOf).toEqual([0, 0, 1]);
  });

  test("show a message of two pages once", () => {
    expect(idsOf(list(page("98", "a"), page("87")))).toBe("987");
  });
});

describe("reading a page again", () => {
  const before = list(page("98", "a"), page("76", "b"), page("54"));

  test("adds new messages and drops deleted ones, and keeps the other pages", () => {
    const after = withPage(before, 1, page("75", "c", "2"));
    expect(idsOf(after)).toBe("98754");
    expect(after.pageParams).toEqual([null, "a", "b"]);
    expect(after.pages.map(({ revision }) => revision)).toEqual(["1", "2", "1"]);
  });

  test("keeps messages beyond the end of the answer as a separate page", () => {
    const after = withPage(list(page("9765", "b"), page("4")), 0, page("987", "c", "2"));
    expect(idsOf(after)).toBe("987654");
    expect(after.pageParams).toEqual([null, "c", "b"]);
    expect(after.pages.map(({ next_cursor }) => next_cursor)).toEqual(["c", "b", null]);
  });

  test("ends the list where the answer ends it", () => {
    expect(idsOf(withPage(before, 1, page("7")))).toBe("987");
  });

  test("does not make the list longer, with an answer of any length", () => {
    const after = withPage(list(page("98", "a")), 0, page("98765", "x", "2"));
    expect(idsOf(after)).toBe("98");
    expect(after.pages.map(({ next_cursor, revision }) => [next_cursor, revision])).toEqual([["a", "2"]]);
    expect(idsOf(withPage(list(page("98", "a")), 0, page("9876")))).toBe("98");
  });

  test("shows returned messages between the last remaining message of a page and its end", () => {
    const short = list(page("9876", "a"), page("54"));
    const rest = pagesAfter(short, { ids: new Set(["7", "6"]), action: "delete" });
    expect(idsOf(withPage(rest, 0, page("98765", "x", "2")))).toBe("987654");
  });

  test("loses nothing when an answer reaches into the next page", () => {
    expect(idsOf(withPage(before, 0, page("876", "x", "2")))).toBe("87654");
  });
});

describe("messages after the newest seen one", () => {
  const seenUntil = submission("7", 7).created_at;

  test("are separated", () => {
    const parted = splitNewMessages(page("9876"), seenUntil);
    expect(parted.newMessages.map(({ id }) => id)).toEqual(["9", "8"]);
    expect(parted.page.items.map(({ id }) => id)).toEqual(["7", "6"]);
    expect(parted.more).toBe(false);
  });

  test("hide earlier messages only if the page ends before them", () => {
    expect(splitNewMessages(page("98", "a"), seenUntil).more).toBe(true);
    expect(splitNewMessages(page("98"), seenUntil).more).toBe(false);
    expect(splitNewMessages(page(""), seenUntil).more).toBe(false);
  });
});

describe("an action", () => {
  test("changes a message only if necessary", () => {
    const one = submission("1");
    expect(afterAction(one, "read")?.read).toBe(true);
    expect(afterAction(one, "unread")).toBe(one);
    expect(afterAction(one, "spam")?.spam).toBe(true);
    expect(afterAction(one, "delete")).toBeNull();
  });

  test("changes every loaded page that holds one of its messages, and no other page", () => {
    const before = list(page("98", "a"), page("76"));
    const after = pagesAfter(before, { ids: new Set(["7"]), action: "read" });
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages[1]?.items.map(({ read }) => read)).toEqual([true, false]);
    expect(idsOf(pagesAfter(before, { ids: new Set(["7", "9"]), action: "delete" }))).toBe("86");
    expect(pagesAfter(before, { ids: new Set(["1"]), action: "delete" })).toBe(before);
  });
});

test("spam is only in its own list", () => {
  const spam = submission("1", 0, { spam: true, read: true });
  expect((["all", "unread", "read", "spam"] as const).filter((filter) => holds(filter, spam))).toEqual([
    "spam",
  ]);
  expect(
    (["all", "unread", "read", "spam"] as const).filter((filter) => holds(filter, submission("1"))),
  ).toEqual(["all", "unread"]);
});

test("the counts follow every action", () => {
  const counts = { all: 3, unread: 2, read: 1, spam: 1 };
  const unread = submission("1");
  const read = submission("2", 0, { read: true });
  expect(countsAfter(counts, unread, afterAction(unread, "read"))).toEqual({ ...counts, unread: 1, read: 2 });
  expect(countsAfter(counts, read, afterAction(read, "unread"))).toEqual({ ...counts, unread: 3, read: 0 });
  expect(countsAfter(counts, unread, afterAction(unread, "spam"))).toEqual({
    all: 2,
    unread: 1,
    read: 1,
    spam: 2,
  });
  expect(countsAfter(counts, read, afterAction(read, "delete"))).toEqual({
    all: 2,
    unread: 2,
    read: 0,
    spam: 1,
  });
  expect(countsAfter(counts, read, afterAction(read, "read"))).toBe(counts);
});
