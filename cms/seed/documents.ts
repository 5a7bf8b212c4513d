import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The path of the launch copy. The paths in `_sanityAsset` are relative to it. */
export const seedDirectory = fileURLToPath(new URL(".", import.meta.url));

/**
 * Returns the path of a document in the launch copy. Types have a subfolder, except those with a single document, whose
 * id is the name of the type.
 */
export function toFileName({ _id, _type }: { _id: string; _type: string }): string {
  const type = _type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return _id === _type ? `${type}.json` : `${type}s/${_id}.json`;
}

/** A document for Sanity's importer. `_sanityAsset` names its pictures. */
export type SeedDocument = { _id: string; _type: string; [field: string]: unknown };

/**
 * Returns the documents of the launch copy in `directory`, sorted by file name.
 * @throws Error with one sentence that names the file, for an invalid document or a missing picture
 */
export function readSeed(directory = seedDirectory): SeedDocument[] {
  return globSync("**/*.json", { cwd: directory })
    .toSorted()
    .map((file) => {
      const filePath = join(directory, file);
      const document = parseDocument(readFileSync(filePath, "utf8"), filePath);
      if (toFileName(document) !== file) {
        throw new Error(
          `${filePath} holds the ${document._type} "${document._id}", which belongs in ${toFileName(document)}.`,
        );
      }
      assertPictures(document, directory, filePath);
      return document;
    });
}

/**
 * Parses a CMS document of the launch copy in `cms/seed`, or of an imported archive.
 * @throws Error with one sentence that starts with the location of the JSON
 */
export function parseDocument(json: string, location: string): SeedDocument {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch (error) {
    throw new Error(`${location} is not JSON: ${(error as Error).message}.`);
  }
  const { _id, _type } = (document ?? {}) as Partial<SeedDocument>;
  if (typeof _id !== "string" || !_id) throw new Error(`${location} is no document: it has no _id.`);
  if (typeof _type !== "string" || !_type)
    throw new Error(`${location}: the document "${_id}" has no _type.`);
  return document as SeedDocument;
}

/**
 * Checks that the picture files of a document exist. Paths that start with a dot are relative to `directory`; other
 * addresses are not checked.
 * @throws Error with one sentence that starts with the location of the document
 */
export function assertPictures(document: SeedDocument, directory: string, location: string): void {
  for (const [, path = ""] of JSON.stringify(document).matchAll(
    /"_sanityAsset":"image@file:\/\/(\.[^"]+)"/g,
  )) {
    if (existsSync(join(directory, path))) continue;
    throw new Error(`${location}: the document "${document._id}" shows ${path}, which is not there.`);
  }
}
