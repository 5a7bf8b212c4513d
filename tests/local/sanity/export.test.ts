import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sanityImport } from "@sanity/import";
import { afterAll, expect, test } from "vitest";
import { exportContent } from "#local/sanity/export.ts";
import { startSanityWith } from "./clients.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(cleanups.map((cleanUp) => cleanUp())));

test("Sanity's own importer restores an export of the launch copy and a draft unchanged", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-export-"));
  const file = join(folder, "content.ndjson");
  const [source, target] = [await startSanityWith(), await startSanityWith([])];
  cleanups.push(source.sanity.close, target.sanity.close, () => rm(folder, { recursive: true, force: true }));
  const [sourceClient, targetClient] = [source, target].map(({ editor }) =>
    editor.withConfig({ perspective: "raw" }),
  );
  if (!sourceClient || !targetClient) throw new Error("There are two.");
  const home = await sourceClient.getDocument("home");
  await sourceClient.create({ ...home, _id: "drafts.home", _type: "page", note: "Not yet" });

  const exportResult = await exportContent(sourceClient, file);
  expect((await readFile(file, "utf8")).trim().split("\n")).toHaveLength(exportResult.documents);
  expect(exportResult.pictures).toBeGreaterThan(0);

  const client = targetClient as never;
  const { numDocs, warnings } = await sanityImport(createReadStream(file), {
    client,
    operation: "createOrReplace",
    assetsBase: folder,
  });
  expect([numDocs, warnings]).toEqual([exportResult.documents, []]);
  const allQuery = '*[!(_type match "sanity.*")] | order(_id)';
  const withoutRevisions = (documents: Record<string, unknown>[]) =>
    documents.map(({ _rev, _updatedAt, ...document }) => document);
  expect(withoutRevisions(await targetClient.fetch(allQuery))).toEqual(
    withoutRevisions(await sourceClient.fetch(allQuery)),
  );
  expect(await exportContent(targetClient, join(folder, "again.ndjson"))).toEqual(exportResult);
});
