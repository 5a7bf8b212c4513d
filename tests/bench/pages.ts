// Part of `npm run bench`: the cost of serving pages through the edge, and the delay from publishing to the new HTML.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { path } from "#cms/content/site.ts";
import { type RunningSite, startSite } from "../support/running-site.ts";
import { median, quantile, roundTo } from "./quantiles.ts";

const rounds = 300;
const publications = 50;
const page = path("seo-consulting", "es");

/** Returns the milliseconds until the first byte of the answer. */
function measureFirstByte(origin: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    request(`${origin}${page}`, { agent: false }, (response) => {
      response.once("data", () => resolve(performance.now() - startedAt));
      response.resume();
    })
      .on("error", reject)
      .end();
  });
}

const publish = (site: RunningSite, title: string) =>
  site.editor.patch("seo-consulting").set({ "title.es": title }).commit();
const isShown = async (site: RunningSite, title: string) =>
  (await (await site.get(page)).text()).includes(title);
async function waitUntilShown(site: RunningSite, title: string): Promise<void> {
  while (!(await isShown(site, title))) await sleep(20);
}

/** Compares two wranglers with the same site: one serves files alone, the other sends all pages through the edge. */
async function measureFirstBytes(): Promise<void> {
  const [files, edge] = await Promise.all([startSite(), startSite()]);
  await writeFile(join(files.dist, "_routes.json"), '{"version":1,"include":["/api/*"],"exclude":[]}');
  await files.restart();
  // The sites take turns, so that load on the machine affects all.
  const measure = async (sites: Record<string, RunningSite>) => {
    const times = Object.fromEntries(Object.keys(sites).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, { origin }] of Object.entries(sites))
        times[name]?.push(await measureFirstByte(origin));
    }
    return Object.fromEntries(
      Object.entries(times).map(([name, samples]) => [name, roundTo(median(samples), 1)]),
    );
  };
  const beforePublication = await measure({ "the file itself": files, "through the edge, unchanged": edge });
  await publish(edge, "Publicado");
  await waitUntilShown(edge, "Publicado");
  const afterPublication = await measure({
    "the file itself, again": files,
    "through the edge, rendered there": edge,
  });
  console.table({ ...beforePublication, ...afterPublication });
  await Promise.all([files.close(), edge.close()]);
}

async function measurePublications(): Promise<void> {
  const site = await startSite();
  const times: number[] = [];
  for (let round = 0; round < publications; round++) {
    const title = `Publicado ${round}`;
    await publish(site, title);
    const startedAt = performance.now();
    await waitUntilShown(site, title);
    times.push(performance.now() - startedAt);
    // A random delay, so that publications meet the edge at different moments of its refresh.
    await sleep(Math.random() * 4_000);
  }
  console.table({
    "publish to fresh HTML, ms": { p50: roundTo(median(times), 1), p95: roundTo(quantile(times, 0.95), 1) },
  });
  await site.close();
}

/** Prints when each part of the Worker is loaded, and its size in kB, plain and compressed. */
async function weigh(): Promise<void> {
  const site = await startSite();
  const worker = join(site.dist, "_worker.js");
  const size = async (files: string[]) => {
    const texts = await Promise.all(files.map((file) => readFile(join(worker, file))));
    const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(0));
    const joinedText = Buffer.concat(texts);
    return { kB: kilobytes(joinedText.length), "kB compressed": kilobytes(gzipSync(joinedText).length) };
  };
  const rendering = (await readdir(join(worker, "site"))).map((name) => join("site", name));
  console.table({
    "at every start": await size(["worker.js"]),
    "with the first page": await size(["site/record.mjs"]),
    "with the first change": await size(rendering),
  });
  await site.close();
}

await weigh();
await measureFirstBytes();
await measurePublications();
