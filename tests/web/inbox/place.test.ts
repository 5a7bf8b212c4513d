import { expect, test } from "vitest";
import { readPlace, writePlace } from "#web/pages/inbox/place.ts";

const id = "7f74ab68-f751-4c7b-9cd8-c1b74ad43a28";

test("the address names the filter and the opened message, and nothing for the plain inbox", () => {
  expect(writePlace({ filter: "all", opened: null })).toBe("");
  expect(writePlace({ filter: "all", opened: id })).toBe(`?m=${id}`);
  expect(writePlace({ filter: "unread", opened: id })).toBe(`?filter=unread&m=${id}`);
  expect(readPlace(new URLSearchParams(`filter=unread&m=${id}`))).toEqual({ filter: "unread", opened: id });
});

test("an address with an unknown filter and a broken message shows all messages", () => {
  expect(readPlace(new URLSearchParams("filter=toString&m=1"))).toEqual({ filter: "all", opened: null });
});
