import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundles, readPackageList } from "./build-cache.ts";
import { type LockedPackage, listLicenseFaults, listLockedPackages, packageNameOf } from "./licenses.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Writes `third-party-notices.txt` into a finished build: the licenses of the code that browsers download. `npm sbom`
 * lists all other packages.
 * @throws Error with a line for each package, a bundled or a production one, whose license does not allow distribution
 */
export async function writeNotices(siteDirectory: string): Promise<void> {
  const lockedPackages = listLockedPackages(await readFile(join(root, "package-lock.json"), "utf8"));
  const bundledPaths = new Set((await Promise.all(bundles.map(readPackageList))).flat());
  const distributedPackages = lockedPackages.filter(
    ({ path, isProduction }) => isProduction || bundledPaths.has(path),
  );
  const faults = listLicenseFaults(distributedPackages);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const inBrowsers = new Set(await readPackageList("browser"));
  const browserPackages = lockedPackages.filter(({ path }) => inBrowsers.has(path));
  const notices = await Promise.all(browserPackages.map(createLicenseNotice));
  await writeFile(join(siteDirectory, "third-party-notices.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
}

/** Returns the notice of a package for distribution: its name, license and source, and its license files. */
async function createLicenseNotice({ path, version, license }: LockedPackage): Promise<string> {
  const folder = join(root, path);
  const { repository = "" } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const source = typeof repository === "string" ? repository : repository.url;
  const names = await readdir(folder);
  const files = names.filter((name) => /^(licen[cs]e|notice)(\.(md|txt))?$/i.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return [
    `${packageNameOf(path)} ${version} (${license}), ${source}`,
    ...texts.map((text) => text.trim()),
    "",
  ].join("\n\n");
}
