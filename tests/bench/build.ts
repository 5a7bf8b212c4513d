// `npm run bench -- build`: how long a build of the site takes, and how heavy what it makes is.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { origin } from "../support/requests.ts";
import { rounded } from "./quantiles.ts";

const directory = await mkdtemp(join(tmpdir(), "vitrina-bench-"));
const sanity = await startSanity({ ...localContent, port: 0 });
const kilobytes = async (files: string[]) => {
  const sizes = files.map(async (file) => brotliCompressSync(await readFile(file)).length);
  return rounded((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000, 2);
};

try {
  const began = performance.now();
  await build({
    outDirectory: directory,
    content: { ...localContent, apiHost: sanity.origin },
    siteOrigin: origin,
  });
  const seconds = (performance.now() - began) / 1000;
  const home = join(directory, "index.html");
  const scripts = [...(await readFile(home, "utf8")).matchAll(/<script[^>]+src="([^"]+)"/g)];
  const assets = (await readdir(join(directory, "assets"))).filter((name) =>
    /^(?!preview-).*\.js$/.test(name),
  );
  console.table({
    "build of the site, s": rounded(seconds, 1),
    "home: HTML, kB brotli": await kilobytes([home]),
    "home: JavaScript before interaction, kB brotli": await kilobytes(
      scripts.map(([, path = ""]) => join(directory, path)),
    ),
    "all JavaScript of the site, kB brotli": await kilobytes(
      assets.map((name) => join(directory, "assets", name)),
    ),
  });
} finally {
  await sanity.close();
  await rm(directory, { recursive: true, force: true });
}
