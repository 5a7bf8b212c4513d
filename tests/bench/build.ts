// `npm run bench -- build` measures the time and memory of a build, for the launch copy and for 500 pages, and the
// weight of its files.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { pageNames } from "#cms/content/site.ts";
import { readSeed, type SeedDocument } from "#cms/seed/documents.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { roundTo } from "./quantiles.ts";

const folder = await mkdtemp(join(tmpdir(), "vitrina-bench-"));
const sizes = [pageNames.length, 500];

/**
 * Returns the launch copy with `size` pages in all. Each page has its own title, because a share card is drawn for each
 * title.
 */
function withPages(size: number): SeedDocument[] {
  const seed = readSeed();
  const [model] = seed.filter(({ _id }) => _id === "cctv");
  const timestamp = Date.now();
  const addedPages = Array.from({ length: size - pageNames.length }, (_, index) => ({
    ...model,
    _id: `own-${index}`,
    _type: "page",
    name: undefined,
    title: { _type: "localeString", es: `Página ${timestamp} ${index}`, en: `Page ${timestamp} ${index}` },
    address: { _type: "pageAddress", es: `/pagina-${index}`, en: `/en/page-${index}` },
  }));
  return [...seed, ...addedPages];
}

/**
 * Builds the site in its own process, so that no build starts with another's memory. Returns seconds and the peak of
 * memory.
 */
async function buildOnce(origin: string, outDirectory: string) {
  const program = join(import.meta.dirname, "one-build.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [program, origin, outDirectory]);
  const measured: Record<"seconds" | "processor" | "megabytes", number> = JSON.parse(
    stdout.trim().split("\n").at(-1) ?? "",
  );
  return {
    s: roundTo(measured.seconds, 1),
    "processor, s": roundTo(measured.processor, 1),
    "peak, MB": roundTo(measured.megabytes),
  };
}

async function measureSizes(): Promise<void> {
  const table: Record<string, object> = {};
  for (const size of sizes) {
    const sanity = await startSanity({ ...localContent, port: 0, documents: withPages(size) });
    for (const build of ["first build", "next build"]) {
      const outDirectory = join(folder, `${size} ${build}`);
      table[`${size} pages, ${build}`] = await buildOnce(sanity.origin, outDirectory);
    }
    await sanity.close();
  }
  console.table(table);
}

async function weigh(directory: string): Promise<void> {
  const kilobytes = async (files: string[]) => {
    const weights = files.map(async (file) => brotliCompressSync(await readFile(file)).length);
    return roundTo((await Promise.all(weights)).reduce((sum, size) => sum + size, 0) / 1000, 2);
  };
  const home = join(directory, "index.html");
  const scripts = [...(await readFile(home, "utf8")).matchAll(/<script[^>]+src="([^"]+)"/g)];
  const assets = (await readdir(join(directory, "assets"))).filter((name) =>
    /^(?!preview-).*\.js$/.test(name),
  );
  console.table({
    "home: HTML, kB brotli": await kilobytes([home]),
    "home: JavaScript before interaction, kB brotli": await kilobytes(
      scripts.map(([, path = ""]) => join(directory, path)),
    ),
    "all JavaScript of the site, kB brotli": await kilobytes(
      assets.map((name) => join(directory, "assets", name)),
    ),
  });
}

try {
  await measureSizes();
  await weigh(join(folder, `${pageNames.length} next build`));
} finally {
  await rm(folder, { recursive: true, force: true });
}
