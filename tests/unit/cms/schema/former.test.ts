import { expect, test } from "vitest";
import { formerAfter } from "#cms/schema/fields/page-path.ts";

const published = { es: "/b", en: "/en/b", former: ["/a"] };

test("an unpublished page has no former addresses", () => {
  expect(formerAfter({}, { es: "/a", en: "/en/a" }, { es: "/b", en: "/en/a" })).toEqual([]);
});

test("adds the published address to the former addresses", () => {
  expect(formerAfter(published, published, { ...published, es: "/c" })).toEqual(["/a", "/b"]);
});

test("does not add an address that was never published", () => {
  const way = { ...published, es: "/c", former: ["/a", "/b"] };
  expect(formerAfter(published, way, { ...way, es: "/cd" })).toEqual(["/a", "/b"]);
});

test("removes a former address that the page has again", () => {
  const moved = { ...published, es: "/a", former: ["/b"] };
  expect(formerAfter(published, published, moved)).toEqual(["/b"]);
  expect(formerAfter(published, moved, { ...moved, es: "/b" })).toEqual(["/a"]);
});

test("does not restore a former address that an editor removed", () => {
  const without = { ...published, es: "/c", former: ["/b"] };
  expect(formerAfter(published, without, { ...without, es: "/cd" })).toEqual(["/b"]);
});
