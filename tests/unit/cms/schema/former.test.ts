import { expect, test } from "vitest";
import { toFormerAddresses } from "#cms/schema/fields/page-path.ts";

const published = { es: "/b", en: "/en/b", former: ["/a"] };

test("an unpublished page has no former addresses", () => {
  expect(toFormerAddresses({}, { es: "/a", en: "/en/a" }, { es: "/b", en: "/en/a" })).toEqual([]);
});

test("adds the published address to the former addresses", () => {
  expect(toFormerAddresses(published, published, { ...published, es: "/c" })).toEqual(["/a", "/b"]);
});

test("does not add an address that was never published", () => {
  const unpublishedEdit = { ...published, es: "/c", former: ["/a", "/b"] };
  expect(toFormerAddresses(published, unpublishedEdit, { ...unpublishedEdit, es: "/cd" })).toEqual([
    "/a",
    "/b",
  ]);
});

test("removes a former address that the page has again", () => {
  const movedBack = { ...published, es: "/a", former: ["/b"] };
  expect(toFormerAddresses(published, published, movedBack)).toEqual(["/b"]);
  expect(toFormerAddresses(published, movedBack, { ...movedBack, es: "/b" })).toEqual(["/a"]);
});

test("does not restore a former address that an editor removed", () => {
  const shortenedList = { ...published, es: "/c", former: ["/b"] };
  expect(toFormerAddresses(published, shortenedList, { ...shortenedList, es: "/cd" })).toEqual(["/b"]);
});
