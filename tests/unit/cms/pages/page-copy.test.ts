import { expect, test } from "vitest";
import { createPageCopy } from "#cms/pages/document-actions.ts";

const original = {
  _id: "drafts.copy",
  _type: "page",
  name: "cctv",
  address: { es: "/a", en: "/en/a" },
  title: { es: "Cámaras", en: "Cameras" },
  sections: [
    { _key: "a", link: { page: { _type: "reference", _ref: "cctv" }, anchor: "planes" } },
    { _key: "b", link: { page: { _type: "reference", _ref: "contact" } } },
  ],
};

test("a copy of a page has every field except its name and its address", () => {
  const { name: _, address: __, ...copied } = original;
  expect(createPageCopy("another")(original)).toEqual(copied);
});

test("a link to a section of the original becomes a weak link to the same section of the copy", () => {
  const { sections } = createPageCopy("cctv")(original) as typeof original;
  expect(sections[0]?.link).toEqual({
    page: { _type: "reference", _ref: "copy", _weak: true, _strengthenOnPublish: { type: "page" } },
    anchor: "planes",
  });
  expect(sections[1]).toEqual(original.sections[1]);
});
