import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../node_modules/.cache/vitrina", import.meta.url));
type Folder = "pictures" | "quick-pictures" | "originals" | "copy" | "sizes";

/** Returns the path of a cache entry. */
const toPath = (folder: Folder, name: string) => join(cache, folder, name);

/** Returns the cache entry that an earlier build has stored under that name, or null. */
export async function readCacheEntry(folder: Folder, name: string): Promise<Buffer | null> {
  return readFile(toPath(folder, name)).catch(() => null);
}

/** Stores a cache entry atomically, because two builds may write the same entry at once. */
export async function storeCacheEntry(folder: Folder, name: string, data: Buffer | string): Promise<void> {
  const target = toPath(folder, name);
  await mkdir(dirname(target), { recursive: true });
  const temporaryFile = `${target}.${randomUUID()}`;
  await writeFile(temporaryFile, data);
  await rename(temporaryFile, target);
}

/** A picture of the site: its address, the function that encodes it, and whether it trades size for time. */
export type PictureFile = { address: string; make: () => Promise<Buffer>; isQuick?: boolean };

/**
 * Returns the bytes of a picture from the cache, or encodes it, which takes seconds for AVIF. Quickly encoded pictures
 * have a cache folder of their own, which a deployed build never reads. A quick build also reads the pictures of
 * deployed builds.
 */
export async function readPicture({ address, make, isQuick }: PictureFile): Promise<Buffer> {
  const name = basename(address);
  const cachedPicture =
    (await readCacheEntry("pictures", name)) ?? (isQuick && (await readCacheEntry("quick-pictures", name)));
  if (cachedPicture) return cachedPicture;
  const encodedPicture = await make();
  await storeCacheEntry(isQuick ? "quick-pictures" : "pictures", name, encodedPicture);
  return encodedPicture;
}

/** Writes a picture of the site to its address in `outDirectory`, from the cache if it is encoded already. */
export async function putPicture(outDirectory: string, picture: PictureFile): Promise<void> {
  const target = join(outDirectory, picture.address);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, await readPicture(picture));
}

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The bundles that contain packages. The scheduled Worker contains no other packages than the API. */
export const bundles = ["browser", "renderer", "api"] as const;
type Bundle = (typeof bundles)[number];

const toFileName = (bundle: Bundle) => `packages-of-${bundle}.json`;

/**
 * Returns a list with the folder of a module's package, relative to the repository. The list is empty for a module of
 * this repository.
 */
function packageOf(module: string): string[] {
  const inRepository = module.startsWith(root) ? module.slice(root.length) : "";
  return /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(inRepository) ?? [];
}

/** Stores the list of the packages in a bundle, so that the build can check and publish their licenses. */
export async function storePackageList(
  bundle: Bundle,
  chunks: Iterable<{ moduleIds: string[] }>,
): Promise<void> {
  const packages = new Set([...chunks].flatMap(({ moduleIds }) => moduleIds.flatMap(packageOf)));
  await storeCacheEntry("sizes", toFileName(bundle), JSON.stringify([...packages].sort()));
}

/**
 * Returns the folders of the packages in the latest bundle, relative to the repository, for the notices of licenses.
 * @throws Error without a bundle
 */
export async function readPackageList(bundle: Bundle): Promise<string[]> {
  const packageList = await readCacheEntry("sizes", toFileName(bundle));
  if (packageList === null) throw new Error(`No build has stored the package list of the ${bundle} bundle.`);
  return JSON.parse(packageList.toString()) as string[];
}
