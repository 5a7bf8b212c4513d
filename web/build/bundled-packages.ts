import { fileURLToPath } from "node:url";
import { keep, readKept } from "./kept.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Everything of other people's that is shipped is in one of these. What the scheduled Worker has is the API's as well. */
export const bundles = ["browser", "renderer", "api"] as const;
type Bundle = (typeof bundles)[number];

const fileOf = (bundle: Bundle) => `packages-of-${bundle}.json`;

/** The folder of the package that a module is of, from the repository on; none for a module of our own. */
function packageOf(module: string): string[] {
  const inRepository = module.startsWith(root) ? module.slice(root.length) : "";
  return /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(inRepository) ?? [];
}

/** Keeps which packages are in a bundle that was just made. */
export async function keepPackages(bundle: Bundle, chunks: Iterable<{ moduleIds: string[] }>): Promise<void> {
  const packages = new Set([...chunks].flatMap(({ moduleIds }) => moduleIds.flatMap(packageOf)));
  await keep("sizes", fileOf(bundle), JSON.stringify([...packages].sort()));
}

/** The folders of the packages in a bundle as it was made last, from the repository on. @throws Error where none was made */
export async function bundledPackages(bundle: Bundle): Promise<string[]> {
  const kept = await readKept("sizes", fileOf(bundle));
  if (kept === null) throw new Error(`No build has noted the packages of its ${bundle}.`);
  return JSON.parse(kept.toString()) as string[];
}
