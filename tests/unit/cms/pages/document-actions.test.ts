import { expect, test } from "vitest";
import { createPageCopy, documentActions } from "#cms/pages/document-actions.ts";
import { useDeletePageAction } from "#cms/pages/removal-dialog.tsx";

const defaultActions = ["publish", "unpublish", "duplicate", "delete", "discardChanges"].map((action) =>
  Object.assign(() => null, { action }),
) as unknown as Parameters<typeof documentActions>[0];

const listActions = (schemaType: string, documentId?: string) =>
  documentActions(defaultActions, { schemaType, documentId }).map(({ action }) => action);

test("fixed documents cannot be deleted or unpublished, and singletons cannot be duplicated", () => {
  for (const type of ["siteSettings", "navigation"])
    expect(listActions(type, type)).toEqual(["publish", "discardChanges"]);
  for (const id of ["cctv", "drafts.cctv"])
    expect(listActions("page", id)).toEqual(["publish", "duplicate", "discardChanges"]);
});

test("an editors' page has its own delete action and no unpublish action", () => {
  expect(listActions("page", "about-us")).toEqual(["publish", "duplicate", "delete", "discardChanges"]);
  expect(documentActions(defaultActions, { schemaType: "page", documentId: "about-us" })[2]).toBe(
    useDeletePageAction,
  );
});

test("other documents have Sanity's default actions", () => {
  expect(documentActions(defaultActions, { schemaType: "redirect", documentId: "a" })).toEqual(
    defaultActions,
  );
});

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
