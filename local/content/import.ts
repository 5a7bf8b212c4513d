import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp from "sharp";
import type { StoredDocument } from "./store.ts";

/** A document of an import file: what the editor wrote, and pictures by `_sanityAsset`. */
export type ImportedDocument = { _id: string; _type: string; [field: string]: unknown };

type Place = { projectId: string; dataset: string; origin: string };

/** What an import brings: documents to store, and the pictures' bytes by their file name in image addresses. */
export type Imported = { documents: StoredDocument[]; images: Map<string, Buffer> };

// Of one moment, so that the same files are the same documents at every start.
const importedAt = "2026-11-21T00:00:00Z";

/**
 * Does what `sanity dataset import` does: files named by `_sanityAsset` (`image@file://./path`, relative to
 * `directory`) become image assets, and the documents refer to those.
 */
export async function importDocuments(
  documents: readonly ImportedDocument[],
  directory: string,
  place: Place,
): Promise<Imported> {
  const assets = new Map<string, StoredDocument>();
  const images = new Map<string, Buffer>();

  const resolveAssets = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(resolveAssets));
    if (typeof value !== "object" || value === null) return value;
    const { _sanityAsset: source, ...fields } = value as Record<string, unknown>;
    const entries = await Promise.all(
      Object.entries(fields).map(async ([key, field]) => [key, await resolveAssets(field)] as const),
    );
    const resolved = Object.fromEntries(entries);
    if (typeof source !== "string") return resolved;
    const { document, bytes } = await imageAsset(join(directory, pathOf(source)), place);
    assets.set(document._id, document);
    images.set(basename(String(document.path)), bytes);
    return { ...resolved, asset: { _type: "reference", _ref: document._id } };
  };

  const resolved: StoredDocument[] = [];
  for (const document of documents) resolved.push(stamp((await resolveAssets(document)) as ImportedDocument));
  return { documents: [...resolved, ...assets.values()], images };
}

function pathOf(source: string): string {
  const path = /^image@file:\/\/(.+)$/.exec(source)?.[1];
  if (!path) throw new Error(`"${source}" is not of the form image@file://path.`);
  return path;
}

async function imageAsset(file: string, { projectId, dataset, origin }: Place) {
  const bytes = await readFile(file);
  const { width, height, format, hasAlpha } = await sharp(bytes).metadata();
  const hash = createHash("sha1").update(bytes).digest("hex");
  const extension = format === "jpeg" ? "jpg" : format;
  const path = `images/${projectId}/${dataset}/${hash}-${width}x${height}.${extension}`;
  const document = stamp({
    _id: `image-${hash}-${width}x${height}-${extension}`,
    _type: "sanity.imageAsset",
    assetId: hash,
    sha1hash: hash,
    extension,
    mimeType: `image/${format}`,
    size: bytes.length,
    originalFilename: basename(file),
    path,
    url: `${origin}/${path}`,
    metadata: {
      _type: "sanity.imageMetadata",
      dimensions: { _type: "sanity.imageDimensions", width, height, aspectRatio: width / height },
      hasAlpha,
      isOpaque: !hasAlpha,
    },
  });
  return { document, bytes };
}

function stamp(document: ImportedDocument): StoredDocument {
  const _rev = createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 22);
  return { _createdAt: importedAt, _updatedAt: importedAt, ...document, _rev };
}
