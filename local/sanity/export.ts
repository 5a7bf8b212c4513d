import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { fileNameOf, readPicture, readPortable, shortHash } from "./portable.ts";

/**
 * Writes every document, drafts included, to `file` as NDJSON that `sanity dataset import` takes, and the pictures
 * that they show to the folder `images` beside it; `_sanityAsset` names them relative to the file.
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
