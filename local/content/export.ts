import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { SanityClient } from "@sanity/client";

type Document = { _id: string; _type: string; [field: string]: unknown };
type Asset = Document & { url: string; originalFilename?: string };

/**
 * Writes every document, drafts included, to `file` as NDJSON that `sanity dataset import` takes, and the pictures
 * that they show to the folder `images` beside it; `_sanityAsset` names them relative to the file.
 */
export async function exportContent(client: SanityClient, file: string) {
  const reader = client.withConfig({ perspective: "raw" });
  const stored = await reader.fetch<Document[]>('*[!(_id in path("_.**"))] | order(_id)');
  const assets = new Map(
    stored.filter(({ _type }) => _type === "sanity.imageAsset").map((asset) => [asset._id, asset as Asset]),
  );
  const documents = stored.filter(({ _type }) => !_type.startsWith("sanity."));
  const shown = new Map<string, Asset>();

  const portable = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(portable);
    if (typeof value !== "object" || value === null) return value;
    const { asset: reference, ...fields } = value as { asset?: { _ref?: string }; [field: string]: unknown };
    const asset = assets.get(reference?._ref ?? "");
    const entries = Object.entries(asset ? fields : value).map(([name, child]) => [name, portable(child)]);
    if (!asset) return Object.fromEntries(entries);
    shown.set(asset._id, asset);
    return { ...Object.fromEntries(entries), _sanityAsset: `image@file://./images/${fileName(asset)}` };
  };

  const lines = documents.map(({ _rev, ...document }) => `${JSON.stringify(portable(document))}\n`);
  const images = join(dirname(file), "images");
  if (shown.size > 0) await mkdir(images, { recursive: true });
  for (const asset of shown.values()) {
    const answer = await fetch(asset.url);
    if (!answer.ok) throw new Error(`The picture ${asset.url} answers ${answer.status}.`);
    await writeFile(join(images, fileName(asset)), Buffer.from(await answer.arrayBuffer()));
  }
  await writeFile(file, lines.join(""));
  return { documents: documents.length, pictures: shown.size };
}

// Two pictures may have come under one name.
function fileName({ url, originalFilename }: Asset): string {
  const stored = basename(new URL(url).pathname);
  return `${stored.slice(0, 8)}-${originalFilename ? basename(originalFilename) : stored}`.replace(
    /[^\w.-]/g,
    "-",
  );
}
