import { expect, expectTypeOf, it } from "vitest";
import { type PageName, pageNames } from "#cms/content/site.ts";
import type { PageQueryResult } from "#cms/content/types.generated.ts";
import { readSeed } from "#cms/seed/documents.ts";

it("every page of the CMS has its address in the content API, and no other has", () => {
  expectTypeOf<NonNullable<PageQueryResult>["name"]>().toEqualTypeOf<PageName>();
  const seeded = readSeed()
    .filter(({ _type }) => _type === "page")
    .map(({ _id }) => _id);
  expect([...pageNames].sort()).toEqual(seeded.sort());
});
