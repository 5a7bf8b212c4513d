// Part of `npm run bench`: what it costs that pages go through the edge, and how soon what is published is there.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { path } from "#cms/content/site.ts";
import { type RunningSite, startSite } from "../support/running-site.ts";
import { median, quantile, rounded } from "./quantiles.ts";

const rounds = 300;
const publications = 50;
const page = path("seo-consulting", "es");

/** Milliseconds until the first byte of the answer. */
function firstByte(origin: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    request(`${origin}${page}`, { agent: false }, (response) => {
      response.once("data", () => resolve(performance.now() - began));
      response.resume();
    })
      .on("error", reject)
      .end();
  });
}

const publish = (site: RunningSite, title: string) =>
  site.editor.patch("seo-consulting").set({ "title.es": title }).commit();
const shows = async (site: RunningSite, title: string) =>
  (await (await site.get(page)).text()).includes(title);
async function untilShown(site: RunningSite, title: string): Promise<void> {
  while (!(await shows(site, title))) await sleep(20);
}

/** The same site in two wranglers: one in which no page goes through the edge, and one in which all do. */
async function measureFirstBytes(): Promise<void> {
  const [files, edge] = await Promise.all([startSite(), startSite()]);
  await writeFile(join(files.dist, "_routes.json"), '{"version":1,"include":["/api/*"],"exclude":[]}');
  await files.restart();
  // One after the other, so that what disturbs the machine disturbs all.
  const measure = async (sites: Record<string, RunningSite>) => {
    const times = Object.fromEntries(Object.keys(sites).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, { origin }] of Object.entries(sites)) times[name]?.push(await firstByte(origin));
    }
    return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, rounded(median(each), 1)]));
  };
  const unchanged = await measure({ "the file itself": files, "through the edge, unchanged": edge });
  await publish(edge, "Publicado");
  await untilShown(edge, "Publicado");
  const changed = await measure({ "the file itself, again": files, "through the edge, made there": edge });
  console.table({ ...unchanged, ...changed });
  await Promise.all([files.close(), edge.close()]);
}

async function measurePublications(): Promise<void> {
  const site = await startSite();
  const times: number[] = [];
  for (let round = 0; round < publications; round++) {
    const title = `Publicado ${round}`;
    await publish(site, title);
    const began = performance.now();
    await untilShown(site, title);
    times.push(performance.now() - began);
    // Not always at the same moment of the edge's own rhythm.
    await sleep(Math.random() * 4_000);
  }
  console.table({
    "publish to fresh HTML, ms": { p50: rounded(median(times), 1), p95: rounded(quantile(times, 0.95), 1) },
  });
  await site.close();
}

/** What of the Worker is read when: kB, as they are and compressed. */
async function weigh(): Promise<void> {
  const site = await startSite();
  const worker = join(site.dist, "_worker.js");
  const size = async (files: string[]) => {
    const texts = await Promise.all(files.map((file) => readFile(join(worker, file))));
    const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(0));
    const all = Buffer.concat(texts);
    return { kB: kilobytes(all.length), "kB compressed": kilobytes(gzipSync(all).length) };
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
