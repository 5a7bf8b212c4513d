import { describe, expect, test } from "vitest";
import type { Submission } from "#functions/contract/submission.ts";
import {
  countsAfterMark,
  countsWithout,
  listAfterMark,
  listWithout,
  mergePages,
} from "#web/pages/inbox/submission-list.ts";

const submission = (id: string, read = false): Submission => ({
  id,
  name: id,
  email: `${id}@guaria.example`,
  phone: null,
  company: null,
  service_type: null,
  source: null,
  message: null,
  language: "es",
  read,
  spam: false,
  created_at: "2026-11-20T12:00:00.000Z",
});
const page = (...ids: string[]) => ({ items: ids.map((id) => submission(id)), next_cursor: null });
const list = (...pages: ReturnType<typeof page>[]) => ({ pages, pageParams: pages.map(() => null) });
const idsOf = ({ pages }: ReturnType<typeof list>) => mergePages(pages).map(({ id }) => id);
const counts = { all: 3, unread: 2, read: 1, spam: 0 };

describe("pages of the list", () => {
  test("become one list, in their order", () => {
    expect(idsOf(list(page("c", "b"), page("a")))).toEqual(["c", "b", "a"]);
    expect(mergePages([])).toEqual([]);
  });

  test("show a message once that two pages hold", () => {
    expect(idsOf(list(page("c", "b"), page("b", "a")))).toEqual(["c", "b", "a"]);
  });
});

describe("marking a message", () => {
  test("changes it where all are shown", () => {
    const after = listAfterMark(list(page("b"), page("a")), "all", "a", true);
    expect(mergePages(after.pages).map(({ read }) => read)).toEqual([false, true]);
  });

  test("takes it out of the list that it no longer belongs to, and of no other", () => {
    const before = list(page("b", "a"));
    expect(idsOf(listAfterMark(before, "unread", "a", true))).toEqual(["b"]);
    expect(idsOf(listAfterMark(before, "read", "a", false))).toEqual(["b"]);
    expect(idsOf(listAfterMark(before, "read", "a", true))).toEqual(["b", "a"]);
    expect(idsOf(before)).toEqual(["b", "a"]);
  });

  test("moves one between the counts, once", () => {
    expect(countsAfterMark(counts, submission("a"), true)).toEqual({ all: 3, unread: 1, read: 2, spam: 0 });
    expect(countsAfterMark(counts, submission("a", true), false)).toEqual({
      all: 3,
      unread: 3,
      read: 0,
      spam: 0,
    });
    expect(countsAfterMark(counts, submission("a", true), true)).toEqual(counts);
  });
});

describe("deleting a message", () => {
  test("takes it out of the list and of the counts", () => {
    expect(idsOf(listWithout(list(page("b"), page("a")), "a"))).toEqual(["b"]);
    expect(countsWithout(counts, submission("a"))).toEqual({ all: 2, unread: 1, read: 1, spam: 0 });
    expect(countsWithout(counts, submission("a", true))).toEqual({ all: 2, unread: 2, read: 0, spam: 0 });
  });
});
