import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
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
 * Parses the documents of an export by id, to compare a backup with its restored copy. Omits values that an import
 * changes.
 */
const parseComparable = (ndjson: string): Map<unknown, object> =>
  new Map(
    ndjson
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        // The hash identifies a picture. The rest of its name grows with each copy.
        const { _updatedAt, ...document } = JSON.parse(line.replace(/(\/images\/[0-9a-f]+)-[^"\\]*/g, "$1"));
        return [document._id, document];
      }),
  );

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
    const restoredDocuments = parseComparable(await readFile(secondExport, "utf8"));
    const differentDocuments = [...parseComparable(await readFile(documents, "utf8"))].filter(
      ([id, document]) => !isDeepStrictEqual(document, restoredDocuments.get(id)),
    );
    if (differentDocuments.length > 0)
      throw new Error(`${differentDocuments.length} restored documents differ from the backup.`);
    return restoredDocuments.size;
  });
}
