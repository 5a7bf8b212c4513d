// Part of `npm run bench`: the delay of the inbox after a scroll through ten thousand rows, on a processor slowed four
// times, the delay of a new message, and the weight of the code.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium, type Page } from "@playwright/test";
import { browserFlags, findBrowser } from "../support/browser.ts";
import { createMark, enterInbox, getRows, seedMessages } from "../support/inbox.ts";
import startForJourneys from "../support/start-for-journeys.ts";
import { median } from "./quantiles.ts";

const rows = 10_000;
const rounds = 15;

/** Presses a key. Returns the milliseconds from the event to the next frame, as Event Timing measures them. */
async function measureDelay(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const slowest = { milliseconds: 0 };
    Object.assign(globalThis, { slowest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        slowest.milliseconds = Math.max(slowest.milliseconds, duration);
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  await press();
  // Event Timing reports an entry a few frames late, so the result is read after ten frames.
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let frames = 0;
        const countFrame = () => {
          frames += 1;
          const { slowest } = globalThis as unknown as { slowest: { milliseconds: number } };
          if (frames > 10) resolve(slowest.milliseconds);
          else requestAnimationFrame(countFrame);
        };
        requestAnimationFrame(countFrame);
      }),
  );
}

async function measureDelays(page: Page) {
  const mark = createMark();
  await seedMessages(mark, rows);
  await enterInbox(page, `/buzon?q=${mark}`);
  const scroller = getRows(page).first().locator("../..");
  const lastRow = getRows(page).filter({ hasText: `Persona ${rows}` });
  while ((await lastRow.count()) === 0) {
    await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await lastRow.getByRole("link").focus();
  const table: Record<string, unknown> = {};
  const measure = async (name: string, keys: string[]) => {
    const delays: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, key] of keys.entries()) {
        const delay = await measureDelay(page, () => page.keyboard.press(key));
        if (index === 0) delays.push(delay);
      }
    }
    table[name] = { "p50, ms": median(delays), "worst, ms": Math.max(...delays) };
  };
  await measure("move", ["k"]);
  await measure("open", ["Enter", "Escape"]);
  await measure("mark", ["u"]);
  await measure("select", ["x"]);
  const selectAllBox = page.getByLabel("Seleccionar los mensajes cargados");
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    delays.push(await measureDelay(page, () => selectAllBox.click()));
  table["select all loaded"] = { "p50, ms": median(delays), "worst, ms": Math.max(...delays) };
  await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  console.table(table);
}

async function measureArrival(page: Page, site: string) {
  const mark = createMark();
  await seedMessages(mark, 3);
  await page.goto(`/buzon?q=${mark}`);
  await getRows(page).first().waitFor();
  // The inbox polls more often just after it opens, so the measurement starts at the first unchanged answer.
  await page.waitForResponse((answer) => answer.url().endsWith("/counts") && answer.status() === 304);
  const startedAt = performance.now();
  const body = JSON.stringify({ name: "Nueva", email: "nueva@example.com", message: mark });
  await fetch(`${site}/api/contact`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  await page.getByRole("button", { name: "1 nuevo", exact: true }).waitFor();
  console.table({
    "a new message shows after, s": Number(((performance.now() - startedAt) / 1000).toFixed(1)),
  });
}

async function weigh(assets: string) {
  const table: Record<string, unknown> = {};
  for (const name of (await readdir(assets)).filter((fileName) =>
    /^(inbox|statistics)-.*\.(js|css)$/.test(fileName),
  )) {
    const file = await readFile(join(assets, name));
    table[name.replace(/-[^.]+/, "")] = { "brotli, B": brotliCompressSync(file).length };
  }
  console.table(table);
}

const stopProduct = await startForJourneys();
try {
  const { SITE: site = "", STATE: state = "" } = process.env;
  await weigh(join(state, "site/dist/assets"));
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  const page = await browser.newPage({ baseURL: site, viewport: { width: 1280, height: 800 } });
  await measureDelays(page);
  await measureArrival(page, site);
  await browser.close();
} finally {
  await stopProduct();
}
