import type { SanityClient } from "@sanity/client";

/** A document as Sanity's importer takes it: its pictures are named by `_sanityAsset`. */
export type PortableDocument = { _id: string; _type: string; [field: string]: unknown };

/** A picture that is stored: where its bytes are, and their SHA-1. */
export type StoredPicture = { _id: string; url: string; sha1hash?: string; originalFilename?: string };

type Naming = { perspective: "raw" | "published"; folder: string; name: (picture: StoredPicture) => string };

/**
 * Reads every document, drafts included in the perspective "raw", by id. A picture becomes
 * `image@file://./FOLDER/NAME`; which ones the documents show is answered by name.
 */
export async function readPortable(client: SanityClient, { perspective, folder, name }: Naming) {
  const stored = await client
    .withConfig({ perspective })
    .fetch<PortableDocument[]>('*[!(_id in path("_.**"))] | order(_id)');
  const assets = new Map(
    stored.flatMap((each) =>
      each._type === "sanity.imageAsset" ? [[each._id, each as PortableDocument & StoredPicture]] : [],
    ),
  );
  const pictures = new Map<string, StoredPicture>();

  const portable = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(portable);
    if (typeof value !== "object" || value === null) return value;
    const { asset: reference, ...fields } = value as { asset?: { _ref?: string }; [field: string]: unknown };
    const asset = assets.get(reference?._ref ?? "");
    const entries = Object.entries(asset ? fields : value).map(([key, child]) => [key, portable(child)]);
    if (!asset) return Object.fromEntries(entries);
    const file = name(asset);
    pictures.set(file, asset);
    return { ...Object.fromEntries(entries), _sanityAsset: `image@file://./${folder}/${file}` };
  };

  const documents = stored
    .filter(({ _type }) => !_type.startsWith("sanity."))
    .map((document) => portable(document) as PortableDocument);
  return { documents, pictures };
}

/**
 * The bytes of a stored picture.
 * @throws Error when its address does not answer with them
 */
export async function readPicture({ url }: StoredPicture): Promise<Buffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The picture ${url} answers ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

/** A name for its file that says what it was called when it came. */
export function fileNameOf({ url, originalFilename }: StoredPicture): string {
  const called = originalFilename || new URL(url).pathname;
  return called.slice(called.lastIndexOf("/") + 1).replace(/[^\w.-]/g, "-");
}

/** The beginning of the hash of its bytes, which tells pictures of one name apart. */
export const shortHash = ({ url }: StoredPicture) => url.slice(url.lastIndexOf("/") + 1).slice(0, 8);
