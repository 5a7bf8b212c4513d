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
import { median, quantile, roundTo } from "./quantiles.ts";
import { serveSite } from "./served-site.ts";
import { type AnsweredInput, type ExpectedInput, watchAnswers } from "./watch-answers.ts";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const moments = quick ? [0.25, 0.5, 2] : [0.2, 0.25, 0.3, 0.5, 1, 2, 4];
const tries = quick ? 1 : 5;
const slowdown = 4;
/** The time that a finger rests, and the time between keys, in milliseconds. */
const restMs = 30;
const keyIntervalMs = 120;
/** The time after which a tap counts as lost, in milliseconds. */
const lostAfterMs = 5_000;

const letters = [..."Ana Solis"];

/** A tap on the element of a selector. A path with `types` also types letters after its taps. */
type TapStep = { name: string; tap: string } & ExpectedInput;
type TapPath = { address: string; steps: [TapStep, ...TapStep[]]; types?: true };

const menuStep: TapStep = {
  name: "menu",
  tap: "header [popovertarget=menu]",
  on: "click",
  shows: "#menu:popover-open",
};
const sectionStep: TapStep = {
  name: "section",
  tap: "[data-sections] a:nth-child(2)",
  on: "click",
  shows: "section:target",
};
const themeStep: TapStep = {
  name: "theme",
  tap: "#menu [data-theme-toggle]",
  on: "click",
  shows: "html[data-theme]",
};
const fieldStep: TapStep = {
  name: "field",
  tap: "form [name=name]",
  on: "focusin",
  shows: "[name=name]:focus",
};
const choiceStep: TapStep = { name: "choice", tap: "form select", on: "focusin", shows: "select:focus" };

const home = path("home", "es");
const service = path("technical-support", "es");
const contact = path("contact", "es");
const tapPaths: TapPath[] = [
  { address: home, steps: [menuStep, themeStep] },
  { address: service, steps: [menuStep] },
  { address: service, steps: [sectionStep] },
  { address: contact, steps: [menuStep] },
  { address: contact, steps: [fieldStep], types: true },
  { address: contact, steps: [choiceStep] },
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
async function findPoints(browser: Browser, { address, steps }: TapPath, origin: string) {
  const { page } = await openPage(browser);
  await page.addInitScript(bringIntoView, steps[0].tap);
  await page.goto(origin + address);
  const points: Point[] = [];
  for (const { tap, shows } of steps) {
    const element = page.locator(tap).first();
    // An element that has just opened can still move.
    await element.click({ trial: true });
    const box = await element.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > 740)
      throw new Error(`${tap} is not in view on ${address}.`);
    points.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await element.tap();
    await page.locator(shows).first().waitFor();
  }
  await page.context().close();
  return points;
}

async function touch(devTools: CDPSession, point: Point): Promise<void> {
  const touchStart = devTools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await sleep(restMs);
  await Promise.all([
    touchStart,
    devTools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }),
  ]);
}

async function typeLetter(devTools: CDPSession, letter: string): Promise<void> {
  const key = { key: letter, text: letter };
  const keyDown = devTools.send("Input.dispatchKeyEvent", { type: "keyDown", ...key });
  await sleep(restMs);
  await Promise.all([keyDown, devTools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key })]);
}

/** Returns the outcome of an input, or null if none came in time. */
async function awaitAnswer(page: Page, index: number): Promise<AnsweredInput | null> {
  const answer = page
    .evaluate((inputIndex) => window.answers[inputIndex]?.promise, index)
    .catch(() => undefined);
  return (await Promise.race([answer, sleep(lostAfterMs)])) ?? null;
}

/**
 * The delay of an input in milliseconds; `early` if it came before the first paint, `lost` if it was never answered.
 */
type TapOutcome = number | "early" | "lost";

async function tryPath(browser: Browser, tapPath: TapPath, points: Point[], url: string, moment: number) {
  const { page, devTools } = await openPage(browser);
  const keys: ExpectedInput[] = tapPath.types
    ? letters.map(() => ({ on: "input", shows: "form :focus" }))
    : [];
  await page.addInitScript(bringIntoView, tapPath.steps[0].tap);
  await page.addInitScript(watchAnswers, [...tapPath.steps.map(({ on, shows }) => ({ on, shows })), ...keys]);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await devTools.send("Page.enable");
  const touchedAt = performance.timeOrigin + performance.now() + moment * 1000 - restMs;
  void devTools.send("Page.navigate", { url });
  await sleep(touchedAt - performance.timeOrigin - performance.now());

  const outcomes: TapOutcome[] = [];
  const answers: (AnsweredInput | null)[] = [];
  for (const [index, point] of points.entries()) {
    await touch(devTools, point);
    answers.push(await awaitAnswer(page, index));
    if (!answers.at(-1)) break;
  }
  if (tapPath.types && answers.at(-1)) {
    const typing = letters.map(async (letter, index) => {
      await sleep(index * keyIntervalMs);
      await typeLetter(devTools, letter);
    });
    await Promise.all(typing);
    for (const index of letters.keys()) answers.push(await awaitAnswer(page, points.length + index));
  }
  // If the tap came before the page, the navigation is still running.
  await page.waitForURL(({ pathname }) => pathname === tapPath.address);
  const { slow, wasSeen } = await page.evaluate(async (touchedAt) => {
    // Event Timing reports the last entry a little after its frame.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [firstPaint] = performance.getEntriesByName("first-contentful-paint");
    const painted = performance.timeOrigin + (firstPaint?.startTime ?? Number.POSITIVE_INFINITY);
    return { slow: window.slowInputs, wasSeen: painted < touchedAt };
  }, touchedAt);
  await page.context().close();
  if (!wasSeen) return answers.map((): TapOutcome => "early");
  for (const [index, answer] of answers.entries()) {
    // The events of a tap start with the touch, well before its release. Keys follow each other quickly, so a key's
    // window is short.
    const windowMs = index < points.length ? restMs + 250 : keyIntervalMs / 2;
    if (!answer) outcomes.push("lost");
    else {
      const nearInputs = slow.filter(
        ({ at }) => at > answer.at - windowMs && at < answer.at + keyIntervalMs / 2,
      );
      outcomes.push(Math.max(answer.after, ...nearInputs.map(({ took }) => took)));
    }
  }
  return outcomes;
}

/** The milliseconds of each tapped element, by moment. */
const times = new Map<string, Map<number, number[]>>();
const lostTaps: string[] = [];
function recordOutcome(name: string, moment: number, outcome: TapOutcome): void {
  const elementTimes = times.get(name) ?? new Map<number, number[]>();
  times.set(name, elementTimes);
  if (outcome === "lost") lostTaps.push(`${name} at ${moment} s`);
  else if (outcome !== "early") elementTimes.set(moment, [...(elementTimes.get(moment) ?? []), outcome]);
}

function recordOutcomes({ address, steps, types }: TapPath, moment: number, outcomes: TapOutcome[]): void {
  for (const [index, { name }] of steps.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined) recordOutcome(`${address} ${name}`, moment, outcome);
  }
  const [firstKey, ...otherKeys] = types ? outcomes.slice(steps.length) : [];
  if (firstKey !== undefined) recordOutcome(`${address} first key`, moment, firstKey);
  const numbers = otherKeys.filter((keyOutcome) => typeof keyOutcome === "number");
  if (numbers.length > 0) recordOutcome(`${address} slowest of the next keys`, moment, Math.max(...numbers));
}

const site = await serveSite();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: browserFlags,
  env: browserEnvironment,
});
try {
  for (const tapPath of tapPaths) {
    const points = await findPoints(browser, tapPath, site.origin);
    const url = site.origin + tapPath.address;
    for (let round = 0; round < tries; round += 1) {
      for (const moment of moments)
        recordOutcomes(tapPath, moment, await tryPath(browser, tapPath, points, url, moment));
    }
    say(
      `${tapPath.address} ${tapPath.steps.map(({ name }) => name).join(", ")}; load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  const toRow = (elementTimes: Map<number, number[]>) => {
    const allTimes = [...elementTimes.values()].flat();
    return {
      ...Object.fromEntries(
        moments.map((moment) => {
          const momentTimes = elementTimes.get(moment) ?? [];
          return [
            `${moment} s`,
            momentTimes.length > 0
              ? `${roundTo(median(momentTimes))} (${roundTo(Math.max(...momentTimes))})`
              : "not drawn yet",
          ];
        }),
      ),
      p50: roundTo(median(allTimes)),
      p95: roundTo(quantile(allTimes, 0.95)),
      worst: roundTo(Math.max(...allTimes)),
    };
  };
  say(`Milliseconds at ${slowdown}× slower, medians of ${tries} (worst), by the moment of the tap:`);
  console.table(Object.fromEntries([...times].map(([name, elementTimes]) => [name, toRow(elementTimes)])));
  if (lostTaps.length > 0) throw new Error(`Never answered: ${lostTaps.join(", ")}.`);
} finally {
  await browser.close();
  await site.close();
}
