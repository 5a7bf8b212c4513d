// `npm run bench`: the figures that the README quotes, as tables. On another machine read them as ratios.
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { measureEnumeration, measureParallelRefreshes, measureSessions } from "./accounts.ts";
import { startEdge } from "../support/edge.ts";
import { json, origin } from "../support/requests.ts";
import { runTrial } from "../support/trial.ts";

const rounds = 50;
const directory = await mkdtemp(join(tmpdir(), "vitrina-bench-"));
const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(2));
const compressed = async (file: string) => brotliCompressSync(await readFile(file)).length;

async function measureBuild(): Promise<void> {
  const sanity = await startSanity({ ...localContent, port: 0 });
  const began = performance.now();
  await build({
    outDirectory: directory,
    content: { ...localContent, apiHost: sanity.origin },
    siteOrigin: origin,
  });
  const seconds = (performance.now() - began) / 1000;
  await sanity.close();
  const home = await readFile(join(directory, "index.html"), "utf8");
  const scripts = [...home.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, path = ""]) =>
    join(directory, path),
  );
  const before = await Promise.all(scripts.map(compressed));
  const assets = (await readdir(join(directory, "assets"))).filter((name) =>
    /^(?!preview-).*\.js$/.test(name),
  );
  const all = await Promise.all(assets.map((name) => compressed(join(directory, "assets", name))));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  console.table({
    "build of the site, s": Number(seconds.toFixed(1)),
    "home: HTML, kB brotli": kilobytes(await compressed(join(directory, "index.html"))),
    "home: JavaScript before interaction, kB brotli": kilobytes(sum(before)),
    "all JavaScript of the site, kB brotli": kilobytes(sum(all)),
  });
}

async function measureEdge(): Promise<void> {
  const edge = await startEdge();
  const median = async (call: () => Promise<Response>) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      const response = await call();
      await response.text();
      if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
      times.push(performance.now() - began);
    }
    return Number(times.sort((a, b) => a - b)[rounds / 2]?.toFixed(1));
  };
  try {
    console.table({
      "ping (settings), ms": await median(() => edge.fetch("/api/auth/settings")),
      "contact message, ms": await median(() =>
        edge.fetch("/api/contact", json({ name: "Ana", email: "ana@example.com" })),
      ),
    });
    await measureSessions(edge);
    await measureParallelRefreshes(edge);
    await measureEnumeration(edge);
  } finally {
    await edge.close();
  }
}

async function measureInput(): Promise<void> {
  const seed = Math.floor(Math.random() * 1e9);
  const { inputs, statuses, faults } = await runTrial(seed, 20_000);
  const ofStatus = (first: string) =>
    Object.entries(statuses).reduce((sum, [status, count]) => sum + (status[0] === first ? count : 0), 0);
  console.table({
    "generated inputs": inputs,
    "answered 2xx or 3xx": ofStatus("2") + ofStatus("3"),
    "answered 4xx": ofStatus("4"),
    "answered 5xx": ofStatus("5"),
    "answered otherwise than described": faults.length,
    "seed of the inputs": seed,
  });
  if (faults.length > 0) throw new Error(faults.slice(0, 10).join("\n\n"));
}

// In processes of their own, whose database is a server: a million messages, or many calls at once, are nothing for the embedded one.
async function measureMillions(): Promise<void> {
  const given = process.env.LOCAL_POSTGRES_URL;
  const server = (command: string) =>
    execFileSync("sh", [join(import.meta.dirname, "../support/postgres.sh"), command, directory], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const url = given || server("start");
  try {
    const options = { env: { ...process.env, LOCAL_POSTGRES_URL: url }, stdio: "inherit" } as const;
    execFileSync(process.execPath, [join(import.meta.dirname, "inbox.ts")], options);
    execFileSync(process.execPath, [join(import.meta.dirname, "retention.ts")], options);
    execFileSync(process.execPath, [join(import.meta.dirname, "load.ts")], options);
  } finally {
    if (!given) server("stop");
  }
}

try {
  await measureBuild();
  await measureEdge();
  await measureInput();
  await measureMillions();
} finally {
  await rm(directory, { recursive: true, force: true });
}
