import { expect, test } from "vitest";
import { documentActions } from "#cms/pages/document-actions.ts";
import { useDeletePageAction } from "#cms/pages/removal-dialog.tsx";

const own = ["publish", "unpublish", "duplicate", "delete", "discardChanges"].map((action) =>
  Object.assign(() => null, { action }),
) as unknown as Parameters<typeof documentActions>[0];

const offered = (schemaType: string, documentId?: string) =>
  documentActions(own, { schemaType, documentId }).map(({ action }) => action);

test("fixed documents cannot be deleted or unpublished, and singletons cannot be duplicated", () => {
  for (const type of ["siteSettings", "navigation"])
    expect(offered(type, type)).toEqual(["publish", "discardChanges"]);
  for (const id of ["cctv", "drafts.cctv"])
    expect(offered("page", id)).toEqual(["publish", "duplicate", "discardChanges"]);
});

test("an editors' page has its own delete action and no unpublish action", () => {
  expect(offered("page", "about-us")).toEqual(["publish", "duplicate", "delete", "discardChanges"]);
  expect(documentActions(own, { schemaType: "page", documentId: "about-us" })[2]).toBe(useDeletePageAction);
});

test("other documents have Sanity's default actions", () => {
  expect(documentActions(own, { schemaType: "redirect", documentId: "a" })).toEqual(own);
});
