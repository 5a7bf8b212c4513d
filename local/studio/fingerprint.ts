import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

// What of cms the Studio is not made of.
const others = /^(node_modules|dist|\.sanity|seed)(\/|$)|^README\.md$/;

/** A word for what the Studio is built from: the sources in `cms`, the locked dependencies and `settings`. */
export async function fingerprint(cms: string, settings: Record<string, string>): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([settings, process.version]));
  const entries = await readdir(cms, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !others.test(relative(cms, file)))
    .sort();
  for (const file of [...files, join(cms, "..", "package-lock.json")]) {
    hash.update(`${relative(cms, file)}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
}
