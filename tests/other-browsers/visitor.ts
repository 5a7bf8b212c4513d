import { setTimeout as wait } from "node:timers/promises";
import type { DrivenBrowser, KeyName, Tab } from "./browser.ts";

/** Describes an element: the first visible one that matches every property. White space is collapsed. */
export type Target = {
  css: string;
  /** The whole accessible name. */
  name?: string;
  /** The beginning of the accessible name. Labels of required fields end with a mark. */
  nameStart?: string;
  /** A part of the visible text. */
  text?: string;
};

export const button = (name: string, within = ""): Target => ({ css: `${within} button`, name });
export const link = (name: string, within = ""): Target => ({ css: `${within} a[href]`, name });
export const heading = (name: string): Target => ({ css: "h1, h2, h3", name });
export const field = (label: string): Target => ({ css: "input, textarea, select", nameStart: label });
export const text = (text: string, css = "body"): Target => ({ css, text });

type FoundElement = {
  /** The number of rendered elements, including transparent ones. */
  boxes: number;
  /** The number of visible elements. The other properties describe the first of them. */
  count: number;
  isFocused: boolean;
  value: string;
  text: string;
  /** The center of the element, unless something else covers it. */
  point: { x: number; y: number } | null;
};

/** Records in the page whether both halves of the next click reach the element. */
type PressRecord = { reachedTarget?: boolean };

/** Finds an element in the page. It runs in the page and can use nothing but its arguments. */
function findElement({ css, name, nameStart, text }: Target, willPress: boolean): FoundElement {
  const normalize = (value: string | null | undefined) => (value ?? "").replace(/\s+/g, " ").trim();
  const getName = (element: HTMLElement) => {
    const ids = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
    const labels = ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const labelText = [...((element as HTMLInputElement).labels ?? [])]
      .map((label) => label.textContent)
      .join(" ");
    // Without the label that a button shows while its form is being sent.
    return normalize(labels || element.getAttribute("aria-label") || labelText || element.innerText);
  };
  const boxes = [...document.querySelectorAll<HTMLElement>(css)].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      width > 0 &&
      height > 0 &&
      (name === undefined || getName(element) === name) &&
      (nameStart === undefined || getName(element).startsWith(nameStart)) &&
      (text === undefined || normalize(element.innerText).includes(text))
    );
  });
  const elements = boxes.filter((box) => box.checkVisibility({ opacityProperty: true }));
  const [element] = elements;
  if (!element) return { boxes: boxes.length, count: 0, isFocused: false, value: "", text: "", point: null };
  if (willPress) {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const notes = window as PressRecord;
    delete notes.reachedTarget;
    const note = (event: Event) => {
      notes.reachedTarget = notes.reachedTarget !== false && element.contains(event.target as Node);
    };
    for (const kind of ["pointerdown", "pointerup"])
      addEventListener(kind, note, { capture: true, once: true });
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  const isHit = hit !== null && (element.contains(hit) || hit.contains(element));
  return {
    boxes: boxes.length,
    count: elements.length,
    isFocused: document.activeElement === element,
    value: (element as HTMLInputElement).value ?? "",
    text: normalize(element.innerText),
    point: isHit ? { x, y } : null,
  };
}

const patienceMs = 60_000;

/** Polls a check until it returns true. @throws Error with `description` and the last error after a minute. */
async function waitUntil(description: string, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  let reason = "";
  while (performance.now() < end) {
    try {
      if (await check()) return;
      reason = "";
    } catch (error) {
      // A script fails while the page that it runs in is replaced.
      reason = ` ${error instanceof Error ? error.message : String(error)}`;
    }
    await wait(50);
  }
  throw new Error(`${description}: not within ${patienceMs / 1000} s.${reason}`);
}

/** Returns whether the scripts have run that a public page loads after its first paint. It runs in the page. */
function haveScriptsRun(): boolean {
  const hasElement = (css: string) => document.querySelector(css) !== null;
  const isLoaded = performance
    .getEntriesByType("resource")
    .some(({ name }) => name.includes("/assets/loader-"));
  // The contact form stores its draft at once.
  const hasDraft = !hasElement("form[action]") || "contact-draft" in sessionStorage;
  return !hasElement("script[src*='/assets/loader-']") || (isLoaded && hasDraft);
}

const describeTarget = (target: Target) => JSON.stringify(target);

/** Returns the actions of a user in a tab. An action waits until the page is ready for it. */
export function createVisitor({ origin }: Pick<DrivenBrowser, "origin">, tab: Tab) {
  const findTarget = (target: Target, willPress = false) => tab.evaluate(findElement, target, willPress);
  const expectState = (target: Target, state: string, isMet: (foundElement: FoundElement) => boolean) =>
    waitUntil(`${describeTarget(target)} ${state}`, async () => isMet(await findTarget(target)));

  async function click(target: Target): Promise<void> {
    let lastPoint = "";
    await waitUntil(`${describeTarget(target)} is clicked`, async () => {
      const { point } = await findTarget(target, true);
      // A moving element is clicked once it rests.
      const isAtRest = point !== null && JSON.stringify(point) === lastPoint;
      lastPoint = JSON.stringify(point);
      if (!isAtRest) return false;
      await tab.clickAt(point.x, point.y);
      // The page can move between the two commands. A click that left the page leaves no record.
      return tab.evaluate(() => (window as PressRecord).reachedTarget !== false).catch(() => true);
    });
  }

  return {
    tab,
    click,
    /** Opens a page and waits until its scripts have run, because this visitor acts faster than a person. */
    async goto(path: string): Promise<void> {
      await tab.goto(`${origin}${path}`);
      await waitUntil(`The scripts of ${path} have run`, () => tab.evaluate(haveScriptsRun));
    },
    press: (key: KeyName) => tab.press(key),
    /** Types into an empty field. */
    async fill(target: Target, value: string): Promise<void> {
      await click(target);
      await expectState(target, "has the focus", ({ isFocused }) => isFocused);
      await tab.type(value);
      await expectState(target, `has the value "${value}"`, (foundElement) => foundElement.value === value);
    },
    focus: (css: string) =>
      tab.evaluate((css) => document.querySelector<HTMLElement>(css)?.focus(), css) as Promise<void>,
    seesText: (value: string, css?: string) =>
      expectState(text(value, css), "is visible", ({ count }) => count > 0),
    sees: (target: Target) => expectState(target, "is visible", ({ count }) => count > 0),
    doesNotSee: (target: Target) => expectState(target, "is not rendered", ({ boxes }) => boxes === 0),
    seesFocused: (target: Target) => expectState(target, "has the focus", ({ isFocused }) => isFocused),
    seesValue: (target: Target, value: string) =>
      expectState(target, `has the value "${value}"`, (foundElement) => foundElement.value === value),
    seesCount: (target: Target, count: number) =>
      expectState(target, `appears ${count} times`, (foundElement) => foundElement.count === count),
    seesPath: (path: string) =>
      waitUntil(`The address is ${path}`, () =>
        tab.evaluate((path) => location.pathname + location.search === path, path),
      ),
    seesAttribute: (css: string, name: string, value: string | null) =>
      waitUntil(`${css} has ${name}="${value}"`, () =>
        tab.evaluate(
          (css, name, value) => document.querySelector(css)?.getAttribute(name) === value,
          css,
          name,
          value,
        ),
      ),
  };
}

export type Visitor = ReturnType<typeof createVisitor>;
