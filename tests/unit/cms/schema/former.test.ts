import { expect, test } from "vitest";
import { formerAfter } from "#cms/schema/fields/page-path.ts";

const published = { es: "/b", en: "/en/b", former: ["/a"] };

test("a page that was never published leaves no address behind", () => {
  expect(formerAfter({}, { es: "/a", en: "/en/a" }, { es: "/b", en: "/en/a" })).toEqual([]);
});

test("where a page is published leads to where it is now, and so does what led there", () => {
  expect(formerAfter(published, published, { ...published, es: "/c" })).toEqual(["/a", "/b"]);
});

test("an address that was only written on the way is no former one", () => {
  const way = { ...published, es: "/c", former: ["/a", "/b"] };
  expect(formerAfter(published, way, { ...way, es: "/cd" })).toEqual(["/a", "/b"]);
});

test("who goes back to a former address has the page there, and it leads nowhere else", () => {
  const moved = { ...published, es: "/a", former: ["/b"] };
  expect(formerAfter(published, published, moved)).toEqual(["/b"]);
  expect(formerAfter(published, moved, { ...moved, es: "/b" })).toEqual(["/a"]);
});

test("what was taken off the list does not come back by writing on", () => {
  const without = { ...published, es: "/c", former: ["/b"] };
  expect(formerAfter(published, without, { ...without, es: "/cd" })).toEqual(["/b"]);
});
