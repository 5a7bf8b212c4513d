// Part of `npm run bench`: the time from a save to its effect in the browser, with `npm run dev`.
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { browserEnvironment, browserFlags, findBrowser } from "../support/browser.ts";
import { startDevCopy } from "../support/dev.ts";
import { median, roundTo } from "./quantiles.ts";

const rounds = 5;
const dev = await startDevCopy();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: browserFlags,
  env: browserEnvironment,
});
const page = await browser.newPage({ baseURL: dev.site });
const react = "**/web/app/browser.tsx*";

const waitForTitle = (mark: string) => page.locator("h1", { hasText: mark }).waitFor();
const waitForOutline = (width: string) =>
  page.waitForFunction((expected) => {
    const hero = document.querySelector("h1")?.closest("section");
    return hero && getComputedStyle(hero).outlineWidth === expected;
  }, width);
const waitForHealth = async (contentStatus: string) => {
  const readHealth = () => page.evaluate(async () => (await fetch("/api/health")).text());
  while (!(await readHealth()).includes(`"content":"${contentStatus}"`));
};

/** The measured changes: `text` is the source text in a round, `waitUntilShown` resolves once the browser shows it. */
const changes: Record<
  string,
  { file: string; text: (round: number) => string; waitUntilShown: (round: number) => unknown }
> = {
  component: {
    file: "web/sections/hero.tsx",
    text: (round) => (round ? `{title} ·${round}</Heading>` : "{title}</Heading>"),
    waitUntilShown: (round) => waitForTitle(`·${round}`),
  },
  style: {
    file: "web/sections/hero.css.ts",
    text: (round) => (round ? `display: "grid", outline: "${round}px solid",` : 'display: "grid",'),
    waitUntilShown: (round) => waitForOutline(`${round}px`),
  },
  message: {
    file: "web/language/messages/es/site.json",
    text: (round) => (round ? `"Contacto ${round}"` : '"Contacto"'),
    waitUntilShown: (round) => page.getByText(`Contacto ${round}`).first().waitFor(),
  },
  function: {
    file: "functions/operations/routes.ts",
    text: (round) => (round ? `"ok${round}" : "unavailable"` : '"ok" : "unavailable"'),
    waitUntilShown: (round) => waitForHealth(`ok${round}`),
  },
};

async function measureChange(name: string): Promise<number> {
  const change = changes[name];
  if (!change) throw new Error(name);
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    // Work that the previous change caused is not part of the measurement.
    await page.waitForLoadState("networkidle");
    await sleep(200);
    const startedAt = performance.now();
    await dev.save(change.file, change.text(round - 1), change.text(round));
    await change.waitUntilShown(round);
    times.push(performance.now() - startedAt);
  }
  await dev.save(change.file, change.text(rounds), change.text(0));
  return roundTo(median(times));
}

async function measurePublication(): Promise<number> {
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const mark = `Publicado ${round}`;
    await dev.editor.patch("home").set({ "title.es": mark }).commit();
    const startedAt = performance.now();
    await page.reload();
    await page.waitForFunction((expectedTitle) => document.title.startsWith(expectedTitle), mark);
    times.push(performance.now() - startedAt);
  }
  return roundTo(median(times));
}

try {
  await page.route(react, () => {});
  await page.goto("/");
  const beforeHydration: Record<string, number> = {};
  for (const name of Object.keys(changes)) beforeHydration[name] = await measureChange(name);
  beforeHydration["published, reloaded"] = await measurePublication();

  await page.unroute(react);
  await page.goto("/");
  await page.keyboard.press("Shift");
  const afterHydration: Record<string, number> = {};
  for (const name of ["component", "style", "message"]) afterHydration[name] = await measureChange(name);
  console.table({ "before hydration": beforeHydration, "after hydration": afterHydration });
} finally {
  await browser.close();
  await dev.interrupt();
  await dev.remove();
}
