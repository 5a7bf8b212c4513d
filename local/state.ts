import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Makes the folder that everything is kept in, if it is not there, and its owner's alone: it holds secrets and mails. */
export async function openState(state: string): Promise<void> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  // An existing folder may have other permissions.
  await chmod(state, 0o700);
}

/** Whether a folder has what `npm start` keeps in it, or `npm run content`, where that was the first to run. */
export const holdsState = (folder: string): boolean =>
  ["secrets.json", "content/token"].some((name) => existsSync(join(folder, name)));

/** Reads a file of secrets, and makes it its owner's alone; null where there is none. */
export async function readPrivate(file: string): Promise<string | null> {
  try {
    await chmod(file, 0o600);
    return await readFile(file, "utf8");
  } catch (error) {
    // Anything else than a first start must not replace what others rely on.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a file of secrets, readable by its owner only; whole or not at all, also where it is stopped in the middle. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
