import { expect, test } from "vitest";
import { readUrlState, writeUrlState } from "#web/pages/inbox/shared/url-state.ts";
import type { UrlState } from "#web/pages/inbox/types.ts";

const plain: UrlState = { filter: "all", search: "", openedId: null };
const id = "7f74ab68-f751-4c7b-9cd8-c1b74ad43a28";

test("the address has the filter, the search and the opened message, and is empty by default", () => {
  expect(writeUrlState({ filter: "all", search: "", openedId: null })).toBe("");
  expect(writeUrlState({ filter: "all", search: "", openedId: id })).toBe(`?m=${id}`);
  expect(writeUrlState({ filter: "unread", search: "", openedId: id })).toBe(`?filter=unread&m=${id}`);
  const url = { filter: "spam", search: "100 % & más", openedId: id } as const;
  expect(readUrlState(new URLSearchParams(writeUrlState(url)))).toEqual(url);
});

test("an address with an unknown filter and a broken message shows all messages", () => {
  expect(readUrlState(new URLSearchParams("filter=toString&m=1"))).toEqual({
    filter: "all",
    search: "",
    openedId: null,
  });
});

test("the address has the narrowing of the list, without invalid values", () => {
  const url: UrlState = {
    ...plain,
    service: "none",
    language: "en",
    from: "2026-11-01",
    to: "2026-11-23",
  };
  expect(writeUrlState(url)).toBe("?service=none&language=en&from=2026-11-01&to=2026-11-23");
  expect(readUrlState(new URLSearchParams(writeUrlState(url)))).toEqual(url);
  const broken = "service=x&language=fr&from=2026-02-30&to=1-1-2026";
  expect(readUrlState(new URLSearchParams(broken))).toEqual(plain);
  const backwards = new URLSearchParams("from=2026-11-02&to=2026-11-01");
  expect(readUrlState(backwards)).toEqual({ ...plain, from: "2026-11-02" });
});

test("limits a search in the address to the maximum of the edge", () => {
  const readSearch = (q: string) => readUrlState(new URLSearchParams({ q })).search;
  expect(readSearch("😀".repeat(201))).toBe("😀".repeat(200));
  expect(readSearch(`a${"😀".repeat(199)}`)).toBe(`a${"😀".repeat(199)}`);
  expect(readSearch(`${"a".repeat(199)} b`)).toBe("a".repeat(199));
  expect(readUrlState(new URLSearchParams({ q: `  a\0${"b".repeat(300)}` })).search).toBe(
    `a${"b".repeat(199)}`,
  );
});
