import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languages, pageNames, path } from "#cms/content/site.ts";
import { budgets, sentBytes, tooHeavy } from "#web/build/budgets.ts";
import { buildSite, documents, fileOf } from "../../support/built-site.ts";

const heavy = {
  what: "The loader",
  bytes: 2_345,
  limit: 2_000,
  modules: { "web/app/loader.ts": 4_000, "web/app/theme.ts": 900, "web/ui/storage.ts": 100 },
};

test("what is over its budget is named with the modules that have grown since it was within it", () => {
  const before = { "The loader": { "web/app/loader.ts": 3_000, "web/app/theme.ts": 900 } };
  expect(tooHeavy([heavy], before)).toEqual([
    "The loader weighs 2.3 kB, and its budget is 2.0 kB; grown since it was within it, in characters: web/app/loader.ts +1000, web/ui/storage.ts +100.",
  ]);
});

test("where nothing is known of it, its largest modules are named", () => {
  expect(tooHeavy([heavy], {})).toEqual([
    "The loader weighs 2.3 kB, and its budget is 2.0 kB; the largest in it, in characters: web/app/loader.ts 4000, web/app/theme.ts 900, web/ui/storage.ts 100.",
  ]);
});

test("what is within its budget is not spoken of", () => {
  expect(tooHeavy([{ ...heavy, bytes: 2_000 }], {})).toEqual([]);
});

describe("of the launch copy", () => {
  let built: Awaited<ReturnType<typeof buildSite>>;
  beforeAll(async () => {
    built = await buildSite("budgets");
  });
  afterAll(() => built.close());

  test("no document is over its budget", () => {
    const weights = documents.map(({ file }) => ({ file, bytes: sentBytes(built.page(file)) }));
    expect(weights.filter(({ bytes }) => bytes > budgets.html)).toEqual([]);
  });

  test("no first picture is over its budget on a phone of 360 px with three pixels to each", async () => {
    const addresses = languages.flatMap((language) => pageNames.map((name) => path(name, language)));
    const found: { address: string; bytes: number }[] = [];
    for (const address of addresses) {
      const sources = [
        ...built.page(fileOf(address)).matchAll(/<source\b[^>]*type="image\/avif"[^>]*srcSet="([^"]+)"/gi),
      ];
      // Where the first one has a variant for the dark theme, that is as heavy.
      for (const [, srcSet = ""] of sources.slice(0, 2)) {
        const sizes = srcSet.split(", ").map((each) => each.split(" ") as [string, string]);
        const [picture] = sizes.find(([, width]) => Number.parseInt(width, 10) >= 360 * 3 * 0.95) ??
          sizes.at(-1) ?? [""];
        found.push({ address, bytes: (await stat(join(built.site, picture))).size });
      }
    }
    expect(found.length).toBeGreaterThan(addresses.length / 2);
    expect(found.filter(({ bytes }) => bytes > budgets.firstPicture)).toEqual([]);
  });
});
