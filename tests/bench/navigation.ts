// `npm run bench -- navigation`: milliseconds from a click on a link of the menu to the first picture with the next page's headline, from
// every public page, in a browser as visitors have it; and whether each page is kept for the way back. `--quick` follows one link of
// every third page.
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { say } from "#local/processes/terminal.ts";
import { findDesktopBrowser } from "../support/browser.ts";
import { median, quantile, rounded } from "./quantiles.ts";
import { publicAddresses, serveSite } from "./served-site.ts";
import { type Call, startVisitorBrowser, type VisitorBrowser } from "./visitor-browser.ts";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const addresses = quick ? publicAddresses.filter((_, index) => index % 3 === 0) : publicAddresses;
const linksOfPage = quick ? 1 : 3;
/** How long a button or a finger is down, in milliseconds. */
const press = 80;
/** How long a page is read before anything is done, in milliseconds: what it is still doing is measured as `taps`. */
const reading = 500;
const patience = 30_000;

/** How links are followed. `rests`: how long the pointer is over a link before it is pressed, in milliseconds. */
type Manner = { width: number; touch: boolean; rests: number; prepares: boolean; slowdown: number };
const desk = { width: 1366, touch: false, prepares: true };
const phone = { width: 360, touch: true, prepares: true, rests: 0 };
const manners: Record<string, Manner> = Object.fromEntries(
  [1, 4].flatMap((slowdown): [string, Manner][] => [
    [`pointer that rests 300 ms, ${slowdown}× slower`, { ...desk, rests: 300, slowdown }],
    [`pointer that does not, ${slowdown}× slower`, { ...desk, rests: 0, slowdown }],
    [`finger, ${slowdown}× slower`, { ...phone, slowdown }],
    [`finger, nothing prepared, ${slowdown}× slower`, { ...phone, prepares: false, slowdown }],
  ]),
);

/** What a document says of itself, moments in milliseconds since 1970. */
type Told = { path: string; shownAt: number; prepared: boolean; kept: boolean };

// Runs in every document from its beginning, prepared ones too: tells when its headline was in a picture.
function watchHeadline(): void {
  const tell = (what: object) =>
    (globalThis as unknown as { tell(text: string): void }).tell(
      JSON.stringify({ path: location.pathname, ...what }),
    );
  const painted = new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      const [first] = list.getEntriesByName("first-contentful-paint");
      if (first) resolve(first.startTime);
    }).observe({ type: "paint", buffered: true });
  });
  // A headline that came after the first picture is in the one after.
  const pictured = new Promise<number>((resolve) => {
    const look = () => {
      if (!document.querySelector("main h1")) return false;
      const there = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        const next = performance.now();
        port1.onmessage = () => void painted.then((first) => resolve(first >= there ? first : next));
        port2.postMessage(null);
      });
      return true;
    };
    const observer = new MutationObserver(() => look() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true });
  });
  void Promise.all([painted, pictured]).then(([first, later]) => {
    const [{ activationStart = 0 } = {}] = performance.getEntriesByType("navigation") as (PerformanceEntry & {
      activationStart?: number;
    })[];
    const shownAt = performance.timeOrigin + Math.max(first, later);
    tell({ shownAt, prepared: activationStart > 0, kept: false });
  });
  addEventListener("pageshow", ({ persisted, timeStamp }) => {
    if (persisted) tell({ shownAt: performance.timeOrigin + timeStamp, prepared: false, kept: true });
  });
}

const givenFor = ({ width, touch, slowdown, prepares }: Manner): Call[] => [
  ["Page.addScriptToEvaluateOnNewDocument", { source: `(${watchHeadline})()` }],
  [
    "Emulation.setDeviceMetricsOverride",
    { width, height: 760, deviceScaleFactor: touch ? 2 : 1, mobile: touch },
  ],
  ["Emulation.setTouchEmulationEnabled", { enabled: touch }],
  ["Emulation.setCPUThrottlingRate", { rate: slowdown }],
  ["Page.setPrerenderingAllowed", { isAllowed: prepares }],
];

/** A browser, and what its next document says. */
async function openBrowser(manner: Manner) {
  let heard: (told: Told) => void = () => {};
  const browser = await startVisitorBrowser(findDesktopBrowser(), givenFor(manner), (what) =>
    heard(JSON.parse(what)),
  );
  return {
    ...browser,
    /** Does something, and answers with what the document of that address says then. @throws Error when it says nothing */
    async until(path: string, work: () => Promise<unknown>): Promise<Told> {
      const told = new Promise<Told>((resolve) => {
        heard = (what) => what.path === path && resolve(what);
      });
      await work();
      const found = await Promise.race([told, sleep(patience)]);
      if (!found) throw new Error(`${path} was never shown.`);
      return found;
    },
  };
}
type Opened = Awaited<ReturnType<typeof openBrowser>>;

const pointOf = (selector: string) => `(async () => {
  const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
  const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
  await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
  const element = all.find((each) => each.checkVisibility());
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = element?.getBoundingClientRect();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
})()`;

/** Presses what a selector finds, and answers with the moment of letting go, in milliseconds since 1970. */
async function pressOn(browser: VisitorBrowser, selector: string, { touch, rests }: Manner): Promise<number> {
  const point = await browser.evaluate<{ x: number; y: number } | undefined>(pointOf(selector));
  if (!point) throw new Error(`${selector} is not on the page.`);
  const mouse = (type: string) =>
    browser.send("Input.dispatchMouseEvent", { type, ...point, button: "left", clickCount: 1 });
  const finger = (type: string, touchPoints: object[]) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  if (!touch) {
    await browser.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
    await sleep(rests);
  }
  void (touch ? finger("touchStart", [point]) : mouse("mousePressed"));
  await sleep(press);
  const released = performance.timeOrigin + performance.now();
  // The document that would answer may be gone.
  void (touch ? finger("touchEnd", []) : mouse("mouseReleased")).catch(() => {});
  return released;
}

/** Opens the page, and the menu if the link is in one; then follows the link. */
async function follow(browser: Opened, origin: string, from: string, to: string, manner: Manner) {
  await browser.until(from, () => browser.send("Page.navigate", { url: origin + from }));
  await sleep(reading);
  const link = `header a[href="${to}"]`;
  const menu = await browser.evaluate<string | undefined>(`(() => {
    const all = [...document.querySelectorAll(${JSON.stringify(link)})];
    return all.some((each) => each.checkVisibility()) ? "" : all
      .map((each) => each.closest("[popover]")?.id)
      .find((id) => document.querySelector(\`[popovertarget="\${id}"]\`)?.checkVisibility());
  })()`);
  if (menu) {
    await pressOn(browser, `[popovertarget="${menu}"]`, { ...manner, rests: 0 });
    await browser.evaluate(
      `new Promise((done) => { const look = () => document.querySelector("#${menu}:popover-open") ? done() : requestAnimationFrame(look); look(); })`,
    );
  }
  let clicked = 0;
  const { shownAt, prepared } = await browser.until(to, async () => {
    clicked = await pressOn(browser, link, manner);
  });
  return { took: shownAt - clicked, prepared };
}

/** Where the menu of a page leads to, itself aside. */
const linksOf = (browser: Opened, from: string) =>
  browser.evaluate<string[]>(`[...new Set([...document.querySelectorAll("#menu a[href^='/']")]
    .map((link) => link.getAttribute("href")))].filter((href) => href !== ${JSON.stringify(from)})`);

async function measure(origin: string, manner: Manner) {
  const browser = await openBrowser(manner);
  const times: number[] = [];
  let prepared = 0;
  try {
    for (const [index, from] of addresses.entries()) {
      await browser.until(from, () => browser.send("Page.navigate", { url: origin + from }));
      const links = (await linksOf(browser, from)).filter((each) => publicAddresses.includes(each));
      // Others from page to page, so that each is followed from some.
      for (let nth = 0; nth < linksOfPage; nth += 1) {
        const to = links[(index + nth * linksOfPage) % links.length] ?? "";
        const followed = await follow(browser, origin, from, to, manner);
        times.push(followed.took);
        if (followed.prepared) prepared += 1;
      }
    }
  } finally {
    await browser.close();
  }
  return {
    links: times.length,
    prepared,
    "p50, ms": rounded(median(times)),
    "p95, ms": rounded(quantile(times, 0.95)),
    "worst, ms": rounded(Math.max(...times)),
    load: rounded(loadavg()[0] ?? 0, 1),
  };
}

/** The pages that were not kept when a visitor went on and came back. */
async function findForgotten(origin: string): Promise<string[]> {
  const browser = await openBrowser({ ...desk, rests: 0, prepares: false, slowdown: 1 });
  const forgotten: string[] = [];
  try {
    for (const address of publicAddresses) {
      const next = publicAddresses.find((each) => each !== address) ?? "";
      const go = (to: string) =>
        browser.until(to, () => browser.evaluate(`void setTimeout(() => location.assign("${to}"))`));
      await browser.until(address, () => browser.send("Page.navigate", { url: origin + address }));
      await go(next);
      const back = await browser.until(address, () =>
        browser.evaluate("void setTimeout(() => history.back())"),
      );
      if (!back.kept) forgotten.push(address);
    }
  } finally {
    await browser.close();
  }
  return forgotten;
}

const site = await serveSite();
try {
  const table: Record<string, object> = {};
  for (const [name, manner] of Object.entries(manners)) table[name] = await measure(site.origin, manner);
  console.table(table);
  const forgotten = await findForgotten(site.origin);
  say(
    `${publicAddresses.length - forgotten.length} of ${publicAddresses.length} pages are kept for the way back.`,
  );
  if (forgotten.length > 0) throw new Error(`Not kept for the way back: ${forgotten.join(", ")}.`);
} finally {
  await site.close();
}
