import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSeed } from "#cms/seed/documents.ts";
import { getCompressedSize } from "#web/build/budgets.ts";
import { buildSite } from "../support/built-site.ts";

test("a site is built however many pages and redirects editors have made", async () => {
  const redirects = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ _id: `redirect-${index}`, _type: "redirect", language: "es" },
    from: `/${createHash("sha256").update(`${index}`).digest("hex")}`,
    to: { _type: "reference", _ref: "cctv" },
  }));
  const builtSite = await buildSite("many", [...readSeed(), ...redirects]);
  const record = await readFile(join(builtSite.site, "_worker.js", "site", "record.mjs"));
  expect(getCompressedSize(record)).toBeGreaterThan(30 * 1024);
  await builtSite.close();
});
