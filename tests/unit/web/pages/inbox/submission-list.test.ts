import { describe, expect, test } from "vitest";
import {
  applyToPages,
  mergePages,
  splitNewMessages,
  toLoadedPage,
  withPage,
} from "#web/pages/inbox/shared/submissions.ts";
import type { LoadedPage } from "#web/pages/inbox/types.ts";
import { createSubmission } from "./submission.ts";

// Named by their age: "9" is newer than "1".
const createPage = (ids: string, next: string | null = null, revision = "1"): LoadedPage =>
  toLoadedPage(
    { items: [...ids].map((id) => createSubmission(id, Number(id))), next_cursor: next },
    revision,
  );
const createList = (...pages: LoadedPage[]) => ({
  pages,
  pageParams: pages.map((_, index) => pages[index - 1]?.next_cursor ?? null),
});
const joinIds = ({ pages }: { pages: LoadedPage[] }) =>
  mergePages(pages)
    .submissions.map(({ id }) => id)
    .join("");

describe("pages of the list", () => {
  test("become one ordered list with the page of every message", () => {
    const { submissions, pageOf } = mergePages([createPage("98", "a"), createPage("7")]);
    expect(submissions.map(({ id }) => id)).toEqual(["9", "8", "7"]);
    expect(pageOf).toEqual([0, 0, 1]);
  });

  test("show a message of two pages once", () => {
    expect(joinIds(createList(createPage("98", "a"), createPage("87")))).toBe("987");
  });
});

describe("reading a page again", () => {
  const before = createList(createPage("98", "a"), createPage("76", "b"), createPage("54"));

  test("adds new messages and drops deleted ones, and keeps the other pages", () => {
    const after = withPage(before, 1, createPage("75", "c", "2"));
    expect(joinIds(after)).toBe("98754");
    expect(after.pageParams).toEqual([null, "a", "b"]);
    expect(after.pages.map(({ revision }) => revision)).toEqual(["1", "2", "1"]);
  });

  test("keeps messages beyond the end of the answer as a separate page", () => {
    const after = withPage(
      createList(createPage("9765", "b"), createPage("4")),
      0,
      createPage("987", "c", "2"),
    );
    expect(joinIds(after)).toBe("987654");
    expect(after.pageParams).toEqual([null, "c", "b"]);
    expect(after.pages.map(({ next_cursor }) => next_cursor)).toEqual(["c", "b", null]);
  });

  test("ends the list where the answer ends it", () => {
    expect(joinIds(withPage(before, 1, createPage("7")))).toBe("987");
  });

  test("does not make the list longer, with an answer of any length", () => {
    const after = withPage(createList(createPage("98", "a")), 0, createPage("98765", "x", "2"));
    expect(joinIds(after)).toBe("98");
    expect(after.pages.map(({ next_cursor, revision }) => [next_cursor, revision])).toEqual([["a", "2"]]);
    expect(joinIds(withPage(createList(createPage("98", "a")), 0, createPage("9876")))).toBe("98");
  });

  test("shows returned messages between the last remaining message of a page and its end", () => {
    const short = createList(createPage("9876", "a"), createPage("54"));
    const remainingPages = applyToPages(short, [{ ids: new Set(["7", "6"]), action: "delete" }]);
    expect(joinIds(withPage(remainingPages, 0, createPage("98765", "x", "2")))).toBe("987654");
  });

  test("loses nothing when an answer reaches into the next page", () => {
    expect(joinIds(withPage(before, 0, createPage("876", "x", "2")))).toBe("87654");
  });
});

describe("messages after the newest seen one", () => {
  const seenUntil = createSubmission("7", 7).created_at;

  test("are separated", () => {
    const splitPage = splitNewMessages(createPage("9876"), seenUntil);
    expect(splitPage.newMessages.map(({ id }) => id)).toEqual(["9", "8"]);
    expect(splitPage.page.items.map(({ id }) => id)).toEqual(["7", "6"]);
    expect(splitPage.hasMore).toBe(false);
  });

  test("hide earlier messages only if the page ends before them", () => {
    expect(splitNewMessages(createPage("98", "a"), seenUntil).hasMore).toBe(true);
    expect(splitNewMessages(createPage("98"), seenUntil).hasMore).toBe(false);
    expect(splitNewMessages(createPage(""), seenUntil).hasMore).toBe(false);
  });
});

test("an action changes every loaded page that holds one of its messages, and no other page", () => {
  const before = createList(createPage("98", "a"), createPage("76"));
  const after = applyToPages(before, [{ ids: new Set(["7"]), action: "read" }]);
  expect(after.pages[0]).toBe(before.pages[0]);
  expect(after.pages[1]?.items.map(({ read }) => read)).toEqual([true, false]);
  expect(joinIds(applyToPages(before, [{ ids: new Set(["7", "9"]), action: "delete" }]))).toBe("86");
  expect(applyToPages(before, [{ ids: new Set(["1"]), action: "delete" }])).toBe(before);
});
