import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describeImage, type ImageStore } from "./assets.ts";
import type { DatasetName, StoredDocument } from "./documents.ts";

/** A document of an import file: the editor's fields, and pictures in `_sanityAsset`. */
export type ImportedDocument = { _id: string; _type: string; [field: string]: unknown };

type ImportTarget = DatasetName & { origin: string };

// A fixed time, so the same files give the same documents at every start.
const importedAt = "2026-11-21T00:00:00Z";

/**
 * Returns the documents that `sanity dataset import` would create in an empty dataset. Files named by `_sanityAsset`
 * (`image@file://./path`, relative to `directory`) are stored in `images` and become asset documents.
 */
export async function importDocuments(
  documents: readonly ImportedDocument[],
  directory: string,
  images: ImageStore,
  dataset: ImportTarget,
): Promise<StoredDocument[]> {
  // By source, so a picture that is used several times is read once.
  const assets = new Map<string, Promise<StoredDocument>>();

  const importAsset = async (source: string): Promise<StoredDocument> => {
    const file = join(directory, toPath(source));
    const bytes = await readFile(file);
    const { document, name } = await describeImage(bytes, basename(file), dataset);
    await images.put(name, bytes);
    return addRevision(document);
  };

  const resolveAssets = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(resolveAssets));
    if (typeof value !== "object" || value === null) return value;
    const { _sanityAsset: source, ...fields } = value as Record<string, unknown>;
    const entries = await Promise.all(
      Object.entries(fields).map(async ([key, field]) => [key, await resolveAssets(field)] as const),
    );
    const resolved = Object.fromEntries(entries);
    if (typeof source !== "string") return resolved;
    const asset = assets.get(source) ?? importAsset(source);
    assets.set(source, asset);
    return { ...resolved, asset: { _type: "reference", _ref: (await asset)._id } };
  };

  const resolved: StoredDocument[] = [];
  for (const document of documents)
    resolved.push(addRevision((await resolveAssets(document)) as ImportedDocument));
  const importedAssets = await Promise.all(assets.values());
  // Two files can be the same picture.
  return [...resolved, ...new Map(importedAssets.map((asset) => [asset._id, asset])).values()];
}

/** Returns the path of the picture that a document names in the form of Sanity's importer. */
function toPath(source: string): string {
  const path = /^image@file:\/\/(.+)$/.exec(source)?.[1];
  if (!path) throw new Error(`"${source}" does not have the form image@file://path.`);
  return path;
}

/** Adds fixed dates, and a revision of the content only, so the same files give the same documents at every start. */
function addRevision(document: ImportedDocument): StoredDocument {
  const _rev = createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 22);
  return { _createdAt: importedAt, _updatedAt: importedAt, ...document, _rev };
}
