// `npm run bench -- navigation` measures the milliseconds from a click on a menu link to the first frame with the next
// page's headline. It starts from every public page, in a browser like a visitor's, and checks that the back/forward
// cache keeps each page. `--quick` follows one link of every third page.
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { say } from "#local/processes/terminal.ts";
import { findDesktopBrowser } from "../support/browser.ts";
import { median, quantile, roundTo } from "./quantiles.ts";
import { publicAddresses, serveSite } from "./served-site.ts";
import { type DevToolsCall, startVisitorBrowser, type VisitorBrowser } from "./visitor-browser.ts";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const addresses = quick ? publicAddresses.filter((_, index) => index % 3 === 0) : publicAddresses;
const linksOfPage = quick ? 1 : 3;
/** The time for which a button or a finger is down, in milliseconds. */
const press = 80;
/**
 * The time before the first action on a page, in milliseconds. `taps` measures the work that a page still does by then.
 */
const reading = 500;
const patience = 30_000;

/** A manner of following links. `rests` is the time of the pointer over a link before the press, in milliseconds. */
type Manner = { width: number; touch: boolean; rests: number; prepares: boolean; slowdown: number };
const desk = { width: 1366, touch: false, prepares: true };
const phone = { width: 360, touch: true, prepares: true, rests: 0 };
const manners: Record<string, Manner> = Object.fromEntries(
  [1, 4].flatMap((slowdown): [string, Manner][] => [
    [`pointer that rests 300 ms, ${slowdown}× slower`, { ...desk, rests: 300, slowdown }],
    [`pointer that does not rest, ${slowdown}× slower`, { ...desk, rests: 0, slowdown }],
    [`finger, ${slowdown}× slower`, { ...phone, slowdown }],
    [`finger, without prerendering, ${slowdown}× slower`, { ...phone, prepares: false, slowdown }],
  ]),
);

/** The report of a document. Its moments are in milliseconds since 1970. */
type HeadlineReport = { path: string; shownAt: number; prepared: boolean; kept: boolean };

// Runs at the start of every document, also of a prerendered one, and reports the frame that first has its headline.
function reportHeadline(): void {
  const report = (details: object) =>
    (globalThis as unknown as { tell(text: string): void }).tell(
      JSON.stringify({ path: location.pathname, ...details }),
    );
  const painted = new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      const [firstPaint] = list.getEntriesByName("first-contentful-paint");
      if (firstPaint) resolve(firstPaint.startTime);
    }).observe({ type: "paint", buffered: true });
  });
  // A headline that arrives after the first frame is in the next one.
  const pictured = new Promise<number>((resolve) => {
    const findHeadline = () => {
      if (!document.querySelector("main h1")) return false;
      const foundAt = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        const nextFrameAt = performance.now();
        port1.onmessage = () =>
          void painted.then((paintedAt) => resolve(paintedAt >= foundAt ? paintedAt : nextFrameAt));
        port2.postMessage(null);
      });
      return true;
    };
    const observer = new MutationObserver(() => findHeadline() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true });
  });
  void Promise.all([painted, pictured]).then(([paintedAt, picturedAt]) => {
    const [{ activationStart = 0 } = {}] = performance.getEntriesByType("navigation") as (PerformanceEntry & {
      activationStart?: number;
    })[];
    const shownAt = performance.timeOrigin + Math.max(paintedAt, picturedAt);
    report({ shownAt, prepared: activationStart > 0, kept: false });
  });
  addEventListener("pageshow", ({ persisted, timeStamp }) => {
    if (persisted) report({ shownAt: performance.timeOrigin + timeStamp, prepared: false, kept: true });
  });
}

const listDeviceCalls = ({ width, touch, slowdown, prepares }: Manner): DevToolsCall[] => [
  ["Page.addScriptToEvaluateOnNewDocument", { source: `(${reportHeadline})()` }],
  [
    "Emulation.setDeviceMetricsOverride",
    { width, height: 760, deviceScaleFactor: touch ? 2 : 1, mobile: touch },
  ],
  ["Emulation.setTouchEmulationEnabled", { enabled: touch }],
  ["Emulation.setCPUThrottlingRate", { rate: slowdown }],
  ["Page.setPrerenderingAllowed", { isAllowed: prepares }],
];

/** Opens a browser whose `until` waits for the report of its next document. */
async function openBrowser(manner: Manner) {
  let onReport: (report: HeadlineReport) => void = () => {};
  const browser = await startVisitorBrowser(findDesktopBrowser(), listDeviceCalls(manner), (message) =>
    onReport(JSON.parse(message)),
  );
  return {
    ...browser,
    /** Does `work` and returns the report of the document at `path`. @throws Error if none arrives */
    async until(path: string, work: () => Promise<unknown>): Promise<HeadlineReport> {
      const reported = new Promise<HeadlineReport>((resolve) => {
        onReport = (report) => report.path === path && resolve(report);
      });
      await work();
      const pageReport = await Promise.race([reported, sleep(patience)]);
      if (!pageReport) throw new Error(`${path} was never shown.`);
      return pageReport;
    },
  };
}
type OpenedBrowser = Awaited<ReturnType<typeof openBrowser>>;

const toPointScript = (selector: string) => `(async () => {
  const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
  const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
  await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
  const element = all.find((each) => each.checkVisibility());
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = element?.getBoundingClientRect();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
})()`;

/** Presses the element of a selector. Returns the moment of the release, in milliseconds since 1970. */
async function pressOn(browser: VisitorBrowser, selector: string, { touch, rests }: Manner): Promise<number> {
  const point = await browser.evaluate<{ x: number; y: number } | undefined>(toPointScript(selector));
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
  // The document that would answer can be gone already.
  void (touch ? finger("touchEnd", []) : mouse("mouseReleased")).catch(() => {});
  return released;
}

/** Opens a page, opens the menu if the link is in one, and follows the link. */
async function follow(browser: OpenedBrowser, origin: string, from: string, to: string, manner: Manner) {
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
  let clickedAt = 0;
  const { shownAt, prepared } = await browser.until(to, async () => {
    clickedAt = await pressOn(browser, link, manner);
  });
  return { took: shownAt - clickedAt, prepared };
}

/** Lists the targets of a page's menu, without the page itself. */
const listLinks = (browser: OpenedBrowser, from: string) =>
  browser.evaluate<string[]>(`[...new Set([...document.querySelectorAll("#menu a[href^='/']")]
    .map((link) => link.getAttribute("href")))].filter((href) => href !== ${JSON.stringify(from)})`);

async function measure(origin: string, manner: Manner) {
  const browser = await openBrowser(manner);
  const times: number[] = [];
  let prepared = 0;
  try {
    for (const [index, from] of addresses.entries()) {
      await browser.until(from, () => browser.send("Page.navigate", { url: origin + from }));
      const links = (await listLinks(browser, from)).filter((link) => publicAddresses.includes(link));
      // The links differ from page to page, so that each link is followed from some page.
      for (let linkIndex = 0; linkIndex < linksOfPage; linkIndex += 1) {
        const to = links[(index + linkIndex * linksOfPage) % links.length] ?? "";
        const result = await follow(browser, origin, from, to, manner);
        times.push(result.took);
        if (result.prepared) prepared += 1;
      }
    }
  } finally {
    await browser.close();
  }
  return {
    links: times.length,
    prepared,
    "p50, ms": roundTo(median(times)),
    "p95, ms": roundTo(quantile(times, 0.95)),
    "worst, ms": roundTo(Math.max(...times)),
    load: roundTo(loadavg()[0] ?? 0, 1),
  };
}

/** Lists the pages that the back/forward cache did not keep. */
async function findForgotten(origin: string): Promise<string[]> {
  const browser = await openBrowser({ ...desk, rests: 0, prepares: false, slowdown: 1 });
  const forgotten: string[] = [];
  try {
    for (const address of publicAddresses) {
      const next = publicAddresses.find((otherAddress) => otherAddress !== address) ?? "";
      const navigateTo = (to: string) =>
        browser.until(to, () => browser.evaluate(`void setTimeout(() => location.assign("${to}"))`));
      await browser.until(address, () => browser.send("Page.navigate", { url: origin + address }));
      await navigateTo(next);
      const backReport = await browser.until(address, () =>
        browser.evaluate("void setTimeout(() => history.back())"),
      );
      if (!backReport.kept) forgotten.push(address);
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
    `${publicAddresses.length - forgotten.length} of ${publicAddresses.length} pages are in the back/forward cache.`,
  );
  if (forgotten.length > 0) throw new Error(`Not in the back/forward cache: ${forgotten.join(", ")}.`);
} finally {
  await site.close();
}
