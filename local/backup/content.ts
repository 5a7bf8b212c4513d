import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { exportContent } from "#local/sanity/export.ts";
import type { ContentFile } from "./archive.ts";

const documentsName = "content.ndjson";

/** Runs `work` in a temporary folder of this process, and removes the folder afterwards. */
export async function withTemporaryFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-backup-"));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** Exports the content into `folder`, as `npm run content -- export FILE` does, and yields every file. */
export async function* exportFiles(client: SanityClient, folder: string): AsyncGenerator<ContentFile> {
  await exportContent(client, join(folder, documentsName));
  for (const entry of (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (directoryEntry) => directoryEntry.isFile(),
  )) {
    const file = join(entry.parentPath, entry.name);
    yield { name: file.slice(folder.length + 1).replaceAll("\\", "/"), bytes: await readFile(file) };
  }
}

/**
 * Returns the documents of an export as sorted JSON, to compare a backup with its restored copy. Omits values that an
 * import changes.
 */
function toComparableDocuments(ndjson: string): string[] {
  return (
    ndjson
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const { _updatedAt, ...document } = JSON.parse(line) as Record<string, unknown>;
        return JSON.stringify(document, (_, value) =>
          value && typeof value === "object" && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
            : value,
        );
      })
      // The hash identifies a picture. The rest of its name grows with each copy.
      .map((document) => document.replace(/(\/images\/[0-9a-f]+)-[^"]*/g, "$1"))
      .sort()
  );
}

/**
 * Checks that documents name only pictures of their own export. Otherwise the import would upload any file of this
 * machine to the CMS.
 * @throws Error with one sentence that names the other file
 */
function assertOwnFiles(ndjson: string): void {
  for (const document of ndjson.split("\n").filter(Boolean)) {
    JSON.parse(document, (key, value) => {
      if (key === "_sanityAsset" && !/^image@file:\/\/\.\/images\/[\w-][\w.-]*$/.test(String(value))) {
        throw new Error(
          `The content refers to the file ${JSON.stringify(value)}, which is not in the backup.`,
        );
      }
      return value;
    });
  }
}

/**
 * Imports the files of a backup into an empty dataset, exports it again, and compares the documents.
 * @returns the number of documents
 * @throws Error with one sentence if they differ, a picture cannot be imported, or the dataset was not empty
 */
export async function importContent(
  client: SanityClient,
  files: AsyncIterable<ContentFile>,
): Promise<number> {
  // Sanity's own documents have a dot in their id.
  const existingCount = await client.fetch<number>(
    'count(*[!(_id in path("_.**"))])',
    {},
    { perspective: "raw" },
  );
  if (existingCount > 0)
    throw new Error(
      "The dataset is not empty, and nothing was imported: create a new one and name it in SANITY_DATASET.",
    );
  return withTemporaryFolder(async (folder) => {
    // `checkBackup` has rejected other names than those of an export.
    for await (const { name, bytes } of files) {
      const file = join(folder, "in", name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    const documents = join(folder, "in", documentsName);
    assertOwnFiles(await readFile(documents, "utf8"));
    const { warnings } = await sanityImport(createReadStream(documents), {
      client,
      operation: "create",
      assetsBase: dirname(documents),
    });
    if (warnings[0]) throw new Error(`The import of pictures failed: ${warnings[0].message}.`);
    const secondExport = join(folder, "out", documentsName);
    await exportContent(client, secondExport);
    const restoredDocuments = new Set(toComparableDocuments(await readFile(secondExport, "utf8")));
    const backupDocuments = toComparableDocuments(await readFile(documents, "utf8"));
    const missingDocuments = backupDocuments.filter((document) => !restoredDocuments.has(document));
    if (missingDocuments.length > 0)
      throw new Error(`${missingDocuments.length} restored documents differ from the backup.`);
    return restoredDocuments.size;
  });
}
