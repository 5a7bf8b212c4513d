import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the launch copy, as a path; what `_sanityAsset` says of pictures is relative to it. */
export const seedDirectory = fileURLToPath(new URL(".", import.meta.url));

/** The file of a document in that folder: a folder a type, and the settings, of which there is one, beside them. */
export function fileOf({ _id, _type }: { _id: string; _type: string }): string {
  const type = _type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return _id === _type ? `${type}.json` : `${type}s/${_id}.json`;
}

/** A document to import, pictures named by `_sanityAsset`: one line of NDJSON once it is turned into JSON. */
export type SeedDocument = { _id: string; _type: string; [field: string]: unknown };

/**
 * The launch copy: every document in `directory`, in the order of the files' names, as Sanity's importer takes it.
 * @throws Error with one sentence that names the file, for what is no document or shows a picture that is not there
 */
export function readSeed(directory = seedDirectory): SeedDocument[] {
  return globSync("**/*.json", { cwd: directory })
    .toSorted()
    .map((file) => {
      const at = join(directory, file);
      const document = parse(readFileSync(at, "utf8"), at);
      if (fileOf(document) !== file) {
        throw new Error(
          `${at} holds the ${document._type} "${document._id}", which belongs in ${fileOf(document)}.`,
        );
      }
      assertPictures(document, directory, at);
      return document;
    });
}

/**
 * A document written as JSON; `at` says where it stands.
 * @throws Error with one sentence that begins with `at`
 */
export function parse(json: string, at: string): SeedDocument {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch (error) {
    throw new Error(`${at} is not JSON: ${(error as Error).message}.`);
  }
  const { _id, _type } = (document ?? {}) as Partial<SeedDocument>;
  if (typeof _id !== "string" || !_id) throw new Error(`${at} is no document: it has no _id.`);
  if (typeof _type !== "string" || !_type) throw new Error(`${at}: the document "${_id}" has no _type.`);
  return document as SeedDocument;
}

/**
 * Holds that every picture of a document is a file, relative to `directory`.
 * @throws Error with one sentence that begins with `at`
 */
export function assertPictures(document: SeedDocument, directory: string, at: string): void {
  for (const [, path = ""] of JSON.stringify(document).matchAll(
    /"_sanityAsset":"image@file:\/\/(\.[^"]+)"/g,
  )) {
    if (existsSync(join(directory, path))) continue;
    throw new Error(`${at}: the document "${document._id}" shows ${path}, which is not there.`);
  }
}
