import { expect, test } from "vitest";
import { documentActions } from "#cms/pages/document-actions.ts";
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
