import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sanityImport } from "@sanity/import";
import { afterAll, expect, test } from "vitest";
import { exportContent } from "#local/sanity/export.ts";
import { sanityWith } from "./clients.ts";

const ending: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(ending.map((end) => end())));

test("Sanity's own importer restores an export of the launch copy and a draft unchanged", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-export-"));
  const file = join(folder, "content.ndjson");
  const [source, target] = [await sanityWith(), await sanityWith([])];
  ending.push(source.sanity.close, target.sanity.close, () => rm(folder, { recursive: true, force: true }));
  const [from, to] = [source, target].map(({ editor }) => editor.withConfig({ perspective: "raw" }));
  if (!from || !to) throw new Error("There are two.");
  const home = await from.getDocument("home");
  await from.create({ ...home, _id: "drafts.home", _type: "page", note: "Not yet" });

  const written = await exportContent(from, file);
  expect((await readFile(file, "utf8")).trim().split("\n")).toHaveLength(written.documents);
  expect(written.pictures).toBeGreaterThan(0);

  const client = to as never;
  const { numDocs, warnings } = await sanityImport(createReadStream(file), {
    client,
    operation: "createOrReplace",
    assetsBase: folder,
  });
  expect([numDocs, warnings]).toEqual([written.documents, []]);
  const all = '*[!(_type match "sanity.*")] | order(_id)';
  const bare = (documents: Record<string, unknown>[]) =>
    documents.map(({ _rev, _updatedAt, ...document }) => document);
  expect(bare(await to.fetch(all))).toEqual(bare(await from.fetch(all)));
  expect(await exportContent(to, join(folder, "again.ndjson"))).toEqual(written);
});
