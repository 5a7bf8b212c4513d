import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundles, readPackageList } from "#web/build/kept.ts";
import { type LockedPackage, listLicenseFaults, listLockedPackages, packageNameOf } from "./licenses.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** `bom-ref` is `name@version`. */
type Component = { "bom-ref": string; name: string };
type BillOfMaterials = {
  serialNumber?: string;
  metadata: { timestamp?: string; tools?: unknown; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/**
 * Writes the notices of all third-party code in a finished build. `…-sbom.json`, beside the site's folder because
 * versions are not public, is a bill of materials (CycloneDX 1.5) of the production dependencies and all other bundled
 * packages. `third-party-notices.txt`, on the site, has the licenses of the code that browsers download. Both are
 * identical for the same lockfile and sources.
 * @throws Error with a line for each package whose license does not allow distribution
 */
export async function writeBillOfMaterials(siteDirectory: string): Promise<void> {
  const locked = listLockedPackages(await readFile(join(root, "package-lock.json"), "utf8"));
  const bundled = new Set((await Promise.all(bundles.map(readPackageList))).flat());
  const shipped = locked.filter(({ path, isProduction }) => isProduction || bundled.has(path));
  const faults = listLicenseFaults(shipped);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const components = await listComponents(
    new Set(shipped.map(({ path, version }) => `${packageNameOf(path)}@${version}`)),
  );
  const inBrowsers = new Set(await readPackageList("browser"));
  const notices = await Promise.all(shipped.filter(({ path }) => inBrowsers.has(path)).map(noticeOf));
  await writeFile(`${siteDirectory}-sbom.json`, `${JSON.stringify(components, null, 2)}\n`);
  await writeFile(join(siteDirectory, "third-party-notices.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
}

async function listComponents(shipped: Set<string>): Promise<BillOfMaterials> {
  // Prefer the npm that runs this process.
  const npm = process.env.npm_execpath;
  const { stdout } = await promisify(execFile)(
    npm ? process.execPath : "npm",
    [...(npm ? [npm] : []), "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const { serialNumber: _, ...bill } = JSON.parse(stdout) as BillOfMaterials;
  const { timestamp: __, tools: ___, component, ...metadata } = bill.metadata;
  const components = bill.components
    .filter((candidate) => shipped.has(candidate["bom-ref"]))
    .sort(compareReferences);
  const references = new Set([component["bom-ref"], ...components.map((entry) => entry["bom-ref"])]);
  return {
    ...bill,
    // npm names the component after its folder.
    metadata: { ...metadata, component: { ...component, name: nameAt(component["bom-ref"]) } },
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((dependency) => references.has(dependency)).sort(),
      }))
      .sort((a, b) => compareText(a.ref, b.ref)),
  };
}

/** Returns the name in `name@version`. */
const nameAt = (reference: string) => reference.slice(0, reference.lastIndexOf("@"));

const compareText = (a: string, b: string) => Number(a > b) - Number(a < b);
const compareReferences = (a: Component, b: Component) => compareText(a["bom-ref"], b["bom-ref"]);

async function noticeOf({ path, version, license }: LockedPackage): Promise<string> {
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
