import { expect, it } from "vitest";
import { pageNames } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";

it("every page that the site always has is in the launch copy", () => {
  const seeded = readSeed()
    .filter(({ _type }) => _type === "page")
    .map(({ _id }) => _id);
  expect([...pageNames].sort()).toEqual(seeded.sort());
});
