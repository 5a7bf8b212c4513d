import { expect, test } from "vitest";
import { readUrlState, writeUrlState } from "#web/pages/inbox/url-state.ts";

const id = "7f74ab68-f751-4c7b-9cd8-c1b74ad43a28";

test("the address names the filter, the search and the opened message, and nothing for the plain inbox", () => {
  expect(writeUrlState({ filter: "all", search: "", opened: null })).toBe("");
  expect(writeUrlState({ filter: "all", search: "", opened: id })).toBe(`?m=${id}`);
  expect(writeUrlState({ filter: "unread", search: "", opened: id })).toBe(`?filter=unread&m=${id}`);
  const url = { filter: "spam", search: "100 % & más", opened: id } as const;
  expect(readUrlState(new URLSearchParams(writeUrlState(url)))).toEqual(url);
});

test("an address with an unknown filter and a broken message shows all messages", () => {
  expect(readUrlState(new URLSearchParams("filter=toString&m=1"))).toEqual({
    filter: "all",
    search: "",
    opened: null,
  });
});

test("a search in the address is as long as the edge takes it", () => {
  expect(readUrlState(new URLSearchParams({ q: `  a\0${"b".repeat(300)}` })).search).toBe(
    `a${"b".repeat(199)}`,
  );
});
