// `npm run bench -- taps` measures the answer to a tap on a phone with a quarter of this processor's speed, at moments
// after the start of the navigation. If the page answers at once, the figure is Event Timing's duration of the slowest
// event (the interaction of INP). Otherwise it is the time to the frame with the answer. Taps before the first paint do
// not count, because a visitor has nothing to aim at. `--quick` tries each tap once, at three moments.
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { path } from "#cms/content/site.ts";
import { say } from "#local/processes/terminal.ts";
import { browserEnvironment, browserFlags, findBrowser } from "../support/browser.ts";
import { median, quantile, rounded } from "./quantiles.ts";
import { serveSite } from "./served-site.ts";
import { type Answered, type Expected, watchAnswers } from "./watch-answers.ts";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const moments = quick ? [0.25, 0.5, 2] : [0.2, 0.25, 0.3, 0.5, 1, 2, 4];
const tries = quick ? 1 : 5;
const slowdown = 4;
/** The time that a finger rests, and the time between keys, in milliseconds. */
const rest = 30;
const rhythm = 120;
/** The time after which a tap counts as lost, in milliseconds. */
const lostAfter = 5_000;

const letters = [..."Ana Solis"];

/** A tap on the element of a selector. A path with `types` also types letters after its taps. */
type Step = { name: string; tap: string } & Expected;
type Way = { address: string; steps: [Step, ...Step[]]; types?: true };

const opens: Step = {
  name: "menu",
  tap: "header [popovertarget=menu]",
  on: "click",
  shows: "#menu:popover-open",
};
const goes: Step = {
  name: "section",
  tap: "[data-sections] a:nth-child(2)",
  on: "click",
  shows: "section:target",
};
const changes: Step = {
  name: "theme",
  tap: "#menu [data-theme-toggle]",
  on: "click",
  shows: "html[data-theme]",
};
const focuses: Step = { name: "field", tap: "form [name=name]", on: "focusin", shows: "[name=name]:focus" };
const chooses: Step = { name: "choice", tap: "form select", on: "focusin", shows: "select:focus" };

const home = path("home", "es");
const service = path("technical-support", "es");
const contact = path("contact", "es");
const ways: Way[] = [
  { address: home, steps: [opens, changes] },
  { address: service, steps: [opens] },
  { address: service, steps: [goes] },
  { address: contact, steps: [opens] },
  { address: contact, steps: [focuses], types: true },
  { address: contact, steps: [chooses] },
];

type Point = { x: number; y: number };

async function openPage(browser: Browser): Promise<{ page: Page; devTools: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: "es-CR",
    // The page jumps to a section instead of scrolling smoothly.
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  return { page, devTools: await context.newCDPSession(page) };
}

/**
 * Runs in a page from its start: scrolls to a form as soon as it exists, without focusing it, as a visitor's scrolling
 * does.
 */
function bringIntoView(selector: string): void {
  addEventListener("DOMContentLoaded", () => {
    const element = document.querySelector(selector);
    if (element?.closest("form")) element.scrollIntoView({ block: "center" });
  });
}

/** Returns the positions of all tap targets in the window. */
async function findPlaces(browser: Browser, { address, steps }: Way, origin: string) {
  const { page } = await openPage(browser);
  await page.addInitScript(bringIntoView, steps[0].tap);
  await page.goto(origin + address);
  const places: Point[] = [];
  for (const { tap, shows } of steps) {
    const element = page.locator(tap).first();
    // An element that has just opened can still move.
    await element.click({ trial: true });
    const box = await element.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > 740)
      throw new Error(`${tap} is not in view on ${address}.`);
    places.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await element.tap();
    await page.locator(shows).first().waitFor();
  }
  await page.context().close();
  return places;
}

async function touch(devTools: CDPSession, point: Point): Promise<void> {
  const begun = devTools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await sleep(rest);
  await Promise.all([
    begun,
    devTools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }),
  ]);
}

async function type(devTools: CDPSession, letter: string): Promise<void> {
  const key = { key: letter, text: letter };
  const begun = devTools.send("Input.dispatchKeyEvent", { type: "keyDown", ...key });
  await sleep(rest);
  await Promise.all([begun, devTools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key })]);
}

/** Returns the outcome of an input, or null if none came in time. */
async function answerOf(page: Page, index: number): Promise<Answered | null> {
  const answered = page.evaluate((nth) => window.answers[nth]?.promise, index).catch(() => undefined);
  return (await Promise.race([answered, sleep(lostAfter)])) ?? null;
}

/**
 * The delay of an input in milliseconds; `early` if it came before the first paint, `lost` if it was never answered.
 */
type Outcome = number | "early" | "lost";

async function attempt(browser: Browser, way: Way, places: Point[], url: string, moment: number) {
  const { page, devTools } = await openPage(browser);
  const keys: Expected[] = way.types ? letters.map(() => ({ on: "input", shows: "form :focus" })) : [];
  await page.addInitScript(bringIntoView, way.steps[0].tap);
  await page.addInitScript(watchAnswers, [...way.steps.map(({ on, shows }) => ({ on, shows })), ...keys]);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await devTools.send("Page.enable");
  const touched = performance.timeOrigin + performance.now() + moment * 1000 - rest;
  void devTools.send("Page.navigate", { url });
  await sleep(touched - performance.timeOrigin - performance.now());

  const outcomes: Outcome[] = [];
  const answers: (Answered | null)[] = [];
  for (const [index, place] of places.entries()) {
    await touch(devTools, place);
    answers.push(await answerOf(page, index));
    if (!answers.at(-1)) break;
  }
  if (way.types && answers.at(-1)) {
    const typed = letters.map(async (letter, index) => {
      await sleep(index * rhythm);
      await type(devTools, letter);
    });
    await Promise.all(typed);
    for (const index of letters.keys()) answers.push(await answerOf(page, places.length + index));
  }
  // If the tap came before the page, the navigation is still running.
  await page.waitForURL(({ pathname }) => pathname === way.address);
  const { slow, wasSeen } = await page.evaluate(async (touchedAt) => {
    // Event Timing reports the last entry a little after its frame.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [first] = performance.getEntriesByName("first-contentful-paint");
    const painted = performance.timeOrigin + (first?.startTime ?? Number.POSITIVE_INFINITY);
    return { slow: window.slowInputs, wasSeen: painted < touchedAt };
  }, touched);
  await page.context().close();
  if (!wasSeen) return answers.map((): Outcome => "early");
  for (const [index, answer] of answers.entries()) {
    // The events of a tap start with the touch, well before its release. Keys follow each other quickly, so a key's
    // window is short.
    const before = index < places.length ? rest + 250 : rhythm / 2;
    if (!answer) outcomes.push("lost");
    else {
      const near = slow.filter(({ at }) => at > answer.at - before && at < answer.at + rhythm / 2);
      outcomes.push(Math.max(answer.after, ...near.map(({ took }) => took)));
    }
  }
  return outcomes;
}

/** The milliseconds of each tapped element, by moment. */
const times = new Map<string, Map<number, number[]>>();
const lost: string[] = [];
function note(name: string, moment: number, outcome: Outcome): void {
  const of = times.get(name) ?? new Map<number, number[]>();
  times.set(name, of);
  if (outcome === "lost") lost.push(`${name} at ${moment} s`);
  else if (outcome !== "early") of.set(moment, [...(of.get(moment) ?? []), outcome]);
}

function noteAll({ address, steps, types }: Way, moment: number, outcomes: Outcome[]): void {
  for (const [index, { name }] of steps.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined) note(`${address} ${name}`, moment, outcome);
  }
  const [first, ...others] = types ? outcomes.slice(steps.length) : [];
  if (first !== undefined) note(`${address} first key`, moment, first);
  const numbers = others.filter((each) => typeof each === "number");
  if (numbers.length > 0) note(`${address} slowest of the next keys`, moment, Math.max(...numbers));
}

const site = await serveSite();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: browserFlags,
  env: browserEnvironment,
});
try {
  for (const way of ways) {
    const places = await findPlaces(browser, way, site.origin);
    const url = site.origin + way.address;
    for (let round = 0; round < tries; round += 1) {
      for (const moment of moments) noteAll(way, moment, await attempt(browser, way, places, url, moment));
    }
    say(`${way.address} ${way.steps.map(({ name }) => name).join(", ")}; load ${loadavg()[0]?.toFixed(1)}`);
  }
  const row = (of: Map<number, number[]>) => {
    const all = [...of.values()].flat();
    return {
      ...Object.fromEntries(
        moments.map((moment) => {
          const those = of.get(moment) ?? [];
          return [
            `${moment} s`,
            those.length > 0 ? `${rounded(median(those))} (${rounded(Math.max(...those))})` : "not drawn yet",
          ];
        }),
      ),
      p50: rounded(median(all)),
      p95: rounded(quantile(all, 0.95)),
      worst: rounded(Math.max(...all)),
    };
  };
  say(`Milliseconds at ${slowdown}× slower, medians of ${tries} (worst), by the moment of the tap:`);
  console.table(Object.fromEntries([...times].map(([name, of]) => [name, row(of)])));
  if (lost.length > 0) throw new Error(`Never answered: ${lost.join(", ")}.`);
} finally {
  await browser.close();
  await site.close();
}
