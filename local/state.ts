import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Creates the state folder if it is missing, and limits its permissions to the owner: it has secrets and mails. */
export async function openState(state: string): Promise<void> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  // An existing folder may have other permissions.
  await chmod(state, 0o700);
}

/**
 * Returns whether a folder has the secrets or the content token that `npm start`, `npm run content` or a restore
 * writes. `npm run reset` deletes no other folder.
 */
export const isStateFolder = (folder: string): boolean =>
  ["secrets.json", "content/token"].some((name) => existsSync(join(folder, name)));

/** Reads a file of secrets, and limits its permissions to the owner; null if it does not exist. */
export async function readPrivate(file: string): Promise<string | null> {
  try {
    await chmod(file, 0o600);
    return await readFile(file, "utf8");
  } catch (error) {
    // Any other error must not cause new secrets to replace the existing ones.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a file of secrets, readable by its owner only. An interrupted write leaves the earlier file. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/**
 * Formats an environment as the lines of a file such as `.dev.vars`. A value is in single quotes unless it has one:
 * signing keys have double quotes, and a company's name may have a single quote.
 */
export const toLines = (environment: Record<string, string>): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value.includes("'") ? `"${value}"` : `'${value}'`}\n`)
    .join("");
