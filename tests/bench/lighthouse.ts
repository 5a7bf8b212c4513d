// `npm run bench -- lighthouse` measures every public page beside a copy without script, on a phone with simulated
// throttling, and three of them at a desk. Page and copy alternate (ABBA), so that load on the machine affects both.
// `--rounds=N` (2) repeats each; `--quick` measures three pages in one round. `--write` stores the figures of the home
// page on a phone, which the site shows.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { chromium } from "@playwright/test";
import { getMimeType } from "hono/utils/mime";
import lighthouse, { desktopConfig } from "lighthouse";
import { languages, pageNames, path } from "#cms/content/site.ts";
import type { FormStampAnswer } from "#functions/contract/answers.schema.ts";
import { findHeaders } from "#local/dev/pages-rules.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { say } from "#local/processes/terminal.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { browserEnvironment, browserFlags, findBrowser } from "../support/browser.ts";
import { toFileName } from "../support/built-site.ts";
import { describeLoad, median, roundTo } from "./figures.ts";
import { type Figures, writeMeasuredFigures } from "./measured-figures.ts";

/** Removes everything that makes a browser run or fetch a script. The rest of the document stays as it is. */
const toScriptlessCopy = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*\brel="?modulepreload\b[^>]*>/gi, "");

/** The query that requests the copy of a document without script. */
const scriptlessQuery = "?scriptless";

/** The addresses of all public pages. */
const publicAddresses = pageNames.flatMap((name) => languages.map((language) => path(name, language)));

const compress = promisify(brotliCompress);
const isText = /\.(html|js|css|json|svg|xml|txt|webmanifest)$/;
// The edge compresses a document for each visitor, so it does not use the highest quality.
const fastCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const formStamp: FormStampAnswer = { stamp: "bench" };

/**
 * Builds the site of the launch copy and serves it locally as Pages does, with its headers and compression.
 * The form stamp is the only call that it answers.
 */
async function serveSite() {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-bench-"));
  const [port = 0] = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  const sanity = await startSanity({ ...localContent, port: 0 });
  await build({
    outDirectory: folder,
    content: { ...localContent, apiHost: sanity.origin },
    siteOrigin: origin,
  });
  await sanity.close();
  const rules = await readFile(join(folder, "_headers"), "utf8");

  type FileAnswer = { status: number; headers: Record<string, string>; body: Buffer };
  async function readAnswer(pathname: string, isScriptless: boolean): Promise<FileAnswer> {
    const name = extname(pathname) ? pathname.slice(1) : toFileName(pathname);
    const file = await readFile(join(folder, name)).catch(() => null);
    if (!file) return { status: 404, headers: {}, body: Buffer.from("") };
    const fileHeaders = findHeaders(rules, pathname);
    const body = isScriptless ? Buffer.from(toScriptlessCopy(file.toString())) : file;
    const headers = {
      "Cache-Control": "public, max-age=0, must-revalidate",
      ...fileHeaders,
      "Content-Type": fileHeaders["Content-Type"] ?? getMimeType(name) ?? "application/octet-stream",
    };
    if (!isText.test(name)) return { status: 200, headers, body };
    return {
      status: 200,
      headers: { ...headers, "Content-Encoding": "br" },
      body: await compress(body, fastCompression),
    };
  }

  // Every file is compressed once, because only the page is measured.
  const answers = new Map<string, Promise<FileAnswer>>();
  const listener = await listenOnLoopback(port, async (_, response, { url: { pathname, search } }) => {
    if (pathname === "/api/contact/form-stamp") {
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(formStamp));
      return;
    }
    const key = pathname + search;
    const pendingAnswer = answers.get(key) ?? readAnswer(pathname, search === scriptlessQuery);
    answers.set(key, pendingAnswer);
    const { status, headers, body } = await pendingAnswer;
    response.writeHead(status, { ...headers, "Content-Length": body.length }).end(body);
  });
  return {
    origin,
    async close(): Promise<void> {
      await listener.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const { quick, rounds, write } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string" },
    write: { type: "boolean", default: false },
  },
}).values;
const turns = Number(rounds ?? (quick ? 1 : 2));
const configs = { mobile: undefined, desktop: desktopConfig };
type FormFactor = keyof typeof configs;

const quickAddresses = [path("home", "es"), path("seo-consulting", "en"), path("contact", "es")];
/** The measured pages. The pages of the two languages differ little, so a desk gets three of them. */
const addressesOf: Record<FormFactor, string[]> = quick
  ? { mobile: quickAddresses, desktop: quickAddresses }
  : { mobile: publicAddresses, desktop: quickAddresses };

const timings = {
  "FCP, ms": "first-contentful-paint",
  "LCP, ms": "largest-contentful-paint",
  "TBT, ms": "total-blocking-time",
  CLS: "cumulative-layout-shift",
  "Speed Index, ms": "speed-index",
};
const categories = ["performance", "accessibility", "best-practices", "seo"];

async function measure(url: string, formFactor: FormFactor): Promise<Figures> {
  const [port = 0] = await findFreePorts(1);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${port}`],
    env: browserEnvironment,
  });
  try {
    const result = await lighthouse(
      url,
      { port, logLevel: "error", onlyCategories: categories },
      configs[formFactor],
    );
    if (!result) throw new Error(`Lighthouse returned no result for ${url}.`);
    const { audits, categories: scores, runtimeError, runWarnings } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    for (const warning of runWarnings) say(`${url}: ${warning}`);
    const details = audits["network-requests"]?.details;
    const requests = details?.type === "table" ? details.items : [];
    const sum = requests.reduce((bytes, { transferSize }) => bytes + Number(transferSize ?? 0), 0);
    const timingFigures = Object.entries(timings).map(([name, id]) => [
      name,
      audits[id]?.numericValue ?? Number.NaN,
    ]);
    const scoreFigures = categories.map((id) => [id, (scores[id]?.score ?? Number.NaN) * 100]);
    return Object.fromEntries([
      ...timingFigures,
      ["kB", sum / 1000],
      ["requests", requests.length],
      ...scoreFigures,
    ]);
  } finally {
    await browser.close();
  }
}

const medians = (runs: Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [name, median(runs.map((run) => run[name] ?? Number.NaN))]),
  );

/** The medians of a public page and of its copy without script, on one kind of device. */
type MeasuredPage = { address: string; formFactor: FormFactor; page: Figures; copy: Figures };

/** Measures page and copy by turns. Every second round starts with the copy. */
async function compare(address: string, formFactor: FormFactor, origin: string): Promise<MeasuredPage> {
  const page: Figures[] = [];
  const copy: Figures[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const pair = [
      { url: `${origin}${address}`, runs: page },
      { url: `${origin}${address}${scriptlessQuery}`, runs: copy },
    ];
    for (const { url, runs } of turn % 2 === 0 ? pair : pair.reverse())
      runs.push(await measure(url, formFactor));
  }
  say(`${formFactor} ${address}; load ${describeLoad()}`);
  return { address, formFactor, page: medians(page), copy: medians(copy) };
}

/** Measures every page on every kind of device. */
async function measureSite(origin: string): Promise<MeasuredPage[]> {
  const measuredPages: MeasuredPage[] = [];
  for (const formFactor of Object.keys(addressesOf) as FormFactor[])
    for (const address of addressesOf[formFactor])
      measuredPages.push(await compare(address, formFactor, origin));
  return measuredPages;
}

const comparedFigures = ["FCP, ms", "LCP, ms", "Speed Index, ms", "kB"];

/** Formats a figure, with its ratio to the copy's figure where the ratio is meaningful. */
function formatFigure(name: string, { page, copy }: MeasuredPage): string | number {
  const value = page[name] ?? Number.NaN;
  const copyValue = copy[name] ?? Number.NaN;
  if (name === "CLS") return roundTo(value, 3);
  if (name === "TBT, ms") return `${roundTo(value)} (+${roundTo(value - copyValue)})`;
  if (!comparedFigures.includes(name)) return roundTo(value);
  return `${roundTo(value)} (${(value / copyValue).toFixed(2)}×)`;
}

/** Prints a table of each kind of device. */
function printTables(measuredPages: MeasuredPage[]): void {
  for (const formFactor of Object.keys(addressesOf)) {
    const pages = measuredPages.filter((measured) => measured.formFactor === formFactor);
    say(
      `${formFactor}, ${pages.length} pages, medians of ${turns} (×, + beside the same page without script):`,
    );
    const rows = pages.map((measured) => {
      const figures = Object.keys(measured.page).map((name) => [name, formatFigure(name, measured)]);
      return [measured.address, Object.fromEntries(figures)];
    });
    console.table(Object.fromEntries(rows));
  }
}

/** Prints the worst ratio of a page to its copy, and the lowest score. */
function printExtremes(measuredPages: MeasuredPage[]): void {
  const label = (name: string, { address, formFactor }: MeasuredPage) =>
    `${name} of ${address}, ${formFactor}`;
  const ratios = measuredPages.flatMap((measured) =>
    comparedFigures.map((name) => ({
      // A missing figure counts as the worst.
      ratio: (measured.page[name] ?? 0) / (measured.copy[name] ?? 0) || Number.POSITIVE_INFINITY,
      of: label(name, measured),
    })),
  );
  const scores = measuredPages.flatMap((measured) =>
    categories.map((name) => ({ score: measured.page[name] || 0, of: label(name, measured) })),
  );
  const [worst] = ratios.sort((a, b) => b.ratio - a.ratio);
  const [lowest] = scores.sort((a, b) => a.score - b.score);
  const lowestText =
    lowest && lowest.score < 100 ? `${roundTo(lowest.score)}, ${lowest.of}` : "100 everywhere";
  say(`Worst ratio: ${worst?.ratio.toFixed(2)}×, ${worst?.of}. Lowest score: ${lowestText}.`);
}

const site = await serveSite();
try {
  const measuredPages = await measureSite(site.origin);
  printTables(measuredPages);
  printExtremes(measuredPages);
  const home = measuredPages.find(
    ({ address, formFactor }) => address === path("home", "es") && formFactor === "mobile",
  );
  if (write && home) await writeMeasuredFigures(home.page, home.copy);
} finally {
  await site.close();
}
