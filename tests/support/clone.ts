import { existsSync } from "node:fs";
import { cp, mkdtemp, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

const excludedNames = new Set([
  "node_modules",
  "dist",
  "dist-scheduled",
  ".git",
  ".wrangler",
  "test-results",
  ".sanity",
]);

/** Copies the repository to a new folder, without dependencies, builds and local state. Returns the folder. */
export async function createClone(): Promise<string> {
  const root = process.cwd();
  const clone = await realpath(await mkdtemp(join(tmpdir(), "vitrina-clone-")));
  await cp(root, clone, {
    recursive: true,
    filter: (source) =>
      !relative(root, source)
        .split("/")
        .some((part) => excludedNames.has(part) || part.startsWith(".local")),
  });
  return clone;
}

/** Copies the repository to a new folder, which shares the installed dependencies. Returns the folder. */
export async function createInstalledClone(): Promise<string> {
  const clone = await createClone();
  for (const folder of ["node_modules", "cms/node_modules"]) {
    if (existsSync(folder)) await symlink(resolve(folder), join(clone, folder));
  }
  return clone;
}
