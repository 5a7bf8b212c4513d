import { expect, expectTypeOf, it } from "vitest";
import type { PageName } from "#cms/content/types.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { pageNames } from "#functions/contract/pages.ts";

it("every page of the CMS has its address in the content API, and no other has", () => {
  expectTypeOf<(typeof pageNames)[number]>().toEqualTypeOf<PageName>();
  const seeded = readSeed()
    .filter(({ _type }) => _type === "page")
    .map(({ _id }) => _id);
  expect([...pageNames].sort()).toEqual(seeded.sort());
});
