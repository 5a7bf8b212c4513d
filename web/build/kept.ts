import { copyFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../node_modules/.cache/vitrina", import.meta.url));
type Shelf = "pictures" | "originals" | "copy";

/** Where something that an earlier build kept lies, or would lie. */
const place = (shelf: Shelf, name: string) => join(folder, shelf, name);

/** What an earlier build kept under that name, or null. */
export async function readKept(shelf: Shelf, name: string): Promise<Buffer | null> {
  return readFile(place(shelf, name)).catch(() => null);
}

/** Keeps something for later builds, whole or not at all. */
export async function keep(shelf: Shelf, name: string, data: Buffer | string): Promise<void> {
  const target = place(shelf, name);
  await mkdir(dirname(target), { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  await writeFile(unfinished, data);
  await rename(unfinished, target);
}

/** Puts a picture at its address in `outDirectory`; it is made only if no earlier build has made it. */
export async function putPicture(
  outDirectory: string,
  address: string,
  make: () => Promise<Buffer>,
): Promise<void> {
  const name = basename(address);
  const target = join(outDirectory, address);
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyFile(place("pictures", name), target);
  } catch {
    await keep("pictures", name, await make());
    await copyFile(place("pictures", name), target);
  }
}
