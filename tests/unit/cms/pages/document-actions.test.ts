import { expect, test } from "vitest";
import { documentActions } from "#cms/pages/document-actions.ts";
import { useDeletePageAction } from "#cms/pages/removal-dialog.tsx";

const own = ["publish", "unpublish", "duplicate", "delete", "discardChanges"].map((action) =>
  Object.assign(() => null, { action }),
) as unknown as Parameters<typeof documentActions>[0];

const offered = (schemaType: string, documentId?: string) =>
  documentActions(own, { schemaType, documentId }).map(({ action }) => action);

test("what the site always has cannot be deleted or unpublished, and of what is there once there is no second one", () => {
  for (const type of ["siteSettings", "navigation"])
    expect(offered(type, type)).toEqual(["publish", "discardChanges"]);
  for (const id of ["cctv", "drafts.cctv"])
    expect(offered("page", id)).toEqual(["publish", "duplicate", "discardChanges"]);
});

test("a page that editors made is deleted in a way of its own, and never only unpublished", () => {
  expect(offered("page", "about-us")).toEqual(["publish", "duplicate", "delete", "discardChanges"]);
  expect(documentActions(own, { schemaType: "page", documentId: "about-us" })[2]).toBe(useDeletePageAction);
});

test("other documents have Sanity's own actions", () => {
  expect(documentActions(own, { schemaType: "redirect", documentId: "a" })).toEqual(own);
});
