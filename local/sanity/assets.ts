import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { DatasetName } from "./documents.ts";
import { SanityError } from "./errors.ts";

type ServedDataset = DatasetName & { origin: string };

export type ImageStore = ReturnType<typeof openImages>;

/** Opens the store of the pictures' bytes by file name; in a folder or, without one, in memory. */
export function openImages(directory?: string) {
  const pictures = new Map<string, Buffer>();
  return {
    async get(name: string): Promise<Buffer | undefined> {
      if (!directory) return pictures.get(name);
      if (!/^[0-9a-f]{40}-\d+x\d+\.\w+$/.test(name)) return undefined;
      return readFile(join(directory, name)).catch(() => undefined);
    },
    /** Stores a picture. The promise is fulfilled once it is on disk. */
    async put(name: string, bytes: Buffer): Promise<void> {
      if (!directory) return void pictures.set(name, bytes);
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, name), bytes, { flush: true });
    },
  };
}

const extensions: Record<string, string> = { jpeg: "jpg", png: "png", webp: "webp", gif: "gif", svg: "svg" };

/** Decodes a picture: its size, its format and a small preview. Returns null if the bytes are no picture. */
async function decodePicture(bytes: Buffer) {
  // Sanity gives the size of the upright picture, whatever the orientation of the camera.
  const { autoOrient, format, hasAlpha } = await sharp(bytes)
    .metadata()
    .catch(() => ({ autoOrient: { width: 0, height: 0 }, format: "", hasAlpha: false }));
  const extension = extensions[format];
  if (!extension) return null;
  const preview = await sharp(bytes)
    .autoOrient()
    .resize(20, 20, { fit: "inside" })
    .jpeg({ quality: 50 })
    .toBuffer();
  return { ...autoOrient, format, extension, hasAlpha, preview };
}

// By hash, because decoding is most of the time in which a dataset with the same pictures is opened again.
const decodedPictures = new Map<string, ReturnType<typeof decodePicture>>();

/**
 * Describes a picture as Sanity describes an uploaded one. Also returns the name under which its bytes are stored.
 * @throws SanityError (400) for bytes that are not a picture in a supported format
 */
export async function describeImage(
  bytes: Buffer,
  filename: string,
  { projectId, dataset, origin }: ServedDataset,
) {
  const hash = createHash("sha1").update(bytes).digest("hex");
  const decoding = decodedPictures.get(hash) ?? decodePicture(bytes);
  decodedPictures.set(hash, decoding);
  const picture = await decoding;
  if (!picture) throw new SanityError(400, "Invalid image, could not read metadata");
  const { width, height, format, extension, hasAlpha, preview } = picture;
  const name = `${hash}-${width}x${height}.${extension}`;
  const path = `images/${projectId}/${dataset}/${name}`;
  const document = {
    _id: `image-${hash}-${width}x${height}-${extension}`,
    _type: "sanity.imageAsset",
    assetId: hash,
    sha1hash: hash,
    uploadId: hash.slice(0, 32),
    extension,
    mimeType: format === "svg" ? "image/svg+xml" : `image/${format}`,
    size: bytes.length,
    originalFilename: filename,
    path,
    url: `${origin}/${path}`,
    metadata: {
      _type: "sanity.imageMetadata",
      dimensions: { _type: "sanity.imageDimensions", width, height, aspectRatio: width / height },
      lqip: `data:image/jpeg;base64,${preview.toString("base64")}`,
      hasAlpha,
      isOpaque: !hasAlpha,
    },
  };
  return { document, name };
}
