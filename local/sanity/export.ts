import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { toFileName } from "#cms/seed/documents.ts";
import { formatDocument } from "#cms/seed/format.ts";

/** A document in the form of Sanity's importer: `_sanityAsset` names its pictures. */
type PortableDocument = { _id: string; _type: string; [field: string]: unknown };

/** A stored picture: the address of its bytes, and their SHA-1. */
export type StoredPicture = { _id: string; url: string; sha1hash?: string; originalFilename?: string };

type ExportOptions = {
  perspective: "raw" | "published";
  folder: string;
  name: (picture: StoredPicture) => string;
};

/**
 * Reads every document of editors, sorted by id, with drafts in the perspective "raw". Replaces the references to
 * pictures by `image@file://./FOLDER/NAME`, as Sanity's importer expects. Also returns the used pictures by file name.
 */
async function readPortable(client: SanityClient, { perspective, folder, name }: ExportOptions) {
  const storedDocuments = await client
    .withConfig({ perspective })
    .fetch<PortableDocument[]>('*[!(_id in path("_.**"))] | order(_id)');
  const assets = new Map(
    storedDocuments.flatMap((document) =>
      document._type === "sanity.imageAsset"
        ? [[document._id, document as PortableDocument & StoredPicture]]
        : [],
    ),
  );
  const pictures = new Map<string, StoredPicture>();

  const toPortable = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toPortable);
    if (typeof value !== "object" || value === null) return value;
    const { asset: reference, ...fields } = value as { asset?: { _ref?: string }; [field: string]: unknown };
    const asset = assets.get(reference?._ref ?? "");
    const entries = Object.entries(asset ? fields : value).map(([key, child]) => [key, toPortable(child)]);
    if (!asset) return Object.fromEntries(entries);
    const file = name(asset);
    pictures.set(file, asset);
    return { ...Object.fromEntries(entries), _sanityAsset: `image@file://./${folder}/${file}` };
  };

  const documents = storedDocuments
    .filter(({ _type }) => !_type.startsWith("sanity."))
    .map((document) => toPortable(document) as PortableDocument);
  return { documents, pictures };
}

/**
 * Returns the bytes of a stored picture.
 * @throws Error if its address does not answer with them
 */
async function readPicture({ url }: StoredPicture): Promise<Buffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The picture ${url} answers ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Returns a file name for a picture: the name under which it was uploaded, or else that in its address. */
function fileNameOf({ url, originalFilename }: StoredPicture): string {
  const originalName = originalFilename || new URL(url).pathname;
  return originalName.slice(originalName.lastIndexOf("/") + 1).replace(/[^\w.-]/g, "-");
}

/** Returns the first characters of the hash of its bytes, which tell pictures of one name apart. */
const shortHash = ({ url }: StoredPicture) => url.slice(url.lastIndexOf("/") + 1).slice(0, 8);

/**
 * Writes every document of editors in a dataset, local or hosted, to `file` as NDJSON for `sanity dataset import`. It
 * includes drafts. The pictures are in the folder `images` beside the file; `_sanityAsset` names them relative to it.
 */
export async function exportContent(client: SanityClient, file: string) {
  const { documents, pictures } = await readPortable(client, {
    perspective: "raw",
    folder: "images",
    name: (picture) => `${shortHash(picture)}-${fileNameOf(picture)}`,
  });
  const images = join(dirname(file), "images");
  await mkdir(pictures.size > 0 ? images : dirname(file), { recursive: true });
  for (const [name, picture] of pictures) await writeFile(join(images, name), await readPicture(picture));
  const lines = documents.map(({ _rev, ...document }) => `${JSON.stringify(document)}\n`);
  await writeFile(file, lines.join(""));
  return { documents: documents.length, pictures: pictures.size };
}

const folder = "pictures";

/**
 * Replaces the launch copy in `directory` by the published content, local or hosted: one file for each document, and
 * its pictures. Removes documents and pictures that are no longer published. An existing picture keeps its name, so
 * that a diff shows only changes by editors.
 * @throws Error if nothing is published, and changes nothing
 */
export async function exportSeed(client: SanityClient, directory: string) {
  const existingPictures = await readPictureNames(directory);
  const addedNames = new Map<string, string>();
  const name = (picture: StoredPicture): string => {
    const existingName = existingPictures.get(picture.sha1hash ?? "") ?? addedNames.get(picture._id);
    if (existingName) return existingName;
    const preferredName = fileNameOf(picture);
    const isTaken = [...existingPictures.values(), ...addedNames.values()].includes(preferredName);
    const chosenName = isTaken ? `${shortHash(picture)}-${preferredName}` : preferredName;
    addedNames.set(picture._id, chosenName);
    return chosenName;
  };
  const { documents, pictures } = await readPortable(client, { perspective: "published", folder, name });
  if (documents.length === 0)
    throw new Error("Nothing is published there; the launch copy was left as it is.");

  const files = new Map<string, string | Buffer>();
  for (const [file, picture] of pictures) {
    if (addedNames.has(picture._id)) files.set(`${folder}/${file}`, await readPicture(picture));
  }
  // Documents whose id has a dot are private at Sanity: scheduled publications, which are not launch copy.
  const publicDocuments = documents.filter(({ _id }) => !_id.includes("."));
  for (const { _rev, _createdAt, _updatedAt, _originalId, _system, ...document } of publicDocuments) {
    files.set(toFileName(document), formatDocument(document));
  }
  for (const [file, content] of files) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), content);
  }
  const currentFiles = new Set([...files.keys(), ...[...pictures.keys()].map((file) => `${folder}/${file}`)]);
  for (const file of globSync(["**/*.json", `${folder}/*`], { cwd: directory })) {
    if (!currentFiles.has(file)) await rm(join(directory, file));
  }
  return { documents: publicDocuments.length, pictures: pictures.size };
}

/** Returns the file names of the pictures of the launch copy, by the SHA-1 of their bytes, which Sanity uses too. */
async function readPictureNames(directory: string): Promise<Map<string, string>> {
  const names = globSync("*", { cwd: join(directory, folder) });
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(directory, folder, name));
        return [createHash("sha1").update(bytes).digest("hex"), name] as const;
      }),
    ),
  );
}
