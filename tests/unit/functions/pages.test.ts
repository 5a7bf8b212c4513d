import { expect, it } from "vitest";
import { pageNames } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";

it("the launch copy has every fixed page", () => {
  const seeded = readSeed()
    .filter(({ _type }) => _type === "page")
    .map(({ _id }) => _id);
  expect([...pageNames].sort()).toEqual(seeded.sort());
});
