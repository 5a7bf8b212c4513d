import { messageWaits } from "#web/sections/outbox/message-waits.ts";
import { applyAccountHint } from "#web/session/account-hint.ts";
import { flashWaits } from "#web/ui/flash-waits.ts";
import { afterPicture } from "./after-picture.ts";
import type { Current } from "./browser.tsx";
import { loadCopy } from "./load-copy.ts";
import { loadPicturesForPrint } from "./pictures-for-print.ts";
import { request } from "./preload.ts";
import { applyTheme, toggleTheme } from "./theme.ts";

// The only script of a page for whoever reads it: everything works as plain HTML. React comes with the first interaction that
// needs it, which is kept and done again once React is there.

function applyStored() {
  try {
    applyTheme();
    applyAccountHint();
  } catch {
    // Storage is forbidden: the page follows the system, and no one is known.
  }
}
applyStored();
// Another tab may have changed it, also while this page lay behind the back button.
for (const change of ["storage", "pageshow"]) addEventListener(change, applyStored);

// The page that is left fades out over the next one itself: a picture of that as well is one surface more to draw before anything is seen.
addEventListener("pagereveal", async ({ viewTransition }) => {
  if (!viewTransition) return;
  const { style } = document.documentElement;
  style.viewTransitionName = "none";
  await viewTransition.finished;
  style.viewTransitionName = "";
});

const untilHydrated = new AbortController();
const capture = { capture: true, signal: untilHydrated.signal };
// What is kept is kept from React, which answers already while the last of it wakes and would do it twice.
const waiting: ((current: Current) => void)[] = [];

let started = false;
async function start() {
  if (started) return;
  started = true;
  try {
    const [{ hydrate }, copy] = await Promise.all([import("./browser.tsx"), loadCopy()]);
    const current = await hydrate(copy);
    untilHydrated.abort();
    // React may have replaced elements that these have changed or listen to.
    applyStored();
    followSections();
    for (const again of waiting) again(current);
  } catch (error) {
    started = false;
    // The network is away: what was sent waits for it, and the page says so.
    if (!navigator.onLine) {
      for (const form of document.querySelectorAll<HTMLFormElement>("form[data-waiting]"))
        form.dataset.waiting = "offline";
      return addEventListener("online", start, { once: true });
    }
    untilHydrated.abort();
    // Without React a form still posts by itself.
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-waiting][action]"))
      form.submit();
    throw error;
  }
}

// A visitor with a form may lose the network before the first touch. The files wait until everything that is seen has arrived.
const { ahead } = document.documentElement.dataset;
function requestAhead() {
  for (const file of ahead?.split(" ") ?? []) request(file)?.catch(() => {});
  loadCopy().catch(() => {});
}
// A page that is always drawing has no idle moment.
const whenIdle = () =>
  window.requestIdleCallback?.(requestAhead, { timeout: 3_000 }) ?? setTimeout(requestAhead);
if (ahead) addEventListener("load", whenIdle);

const target = (event: Event) => event.target as HTMLElement;

// The section that the address names while it is in view; else the last one whose top has passed the upper part
// of the window. A page without sections keeps its fragment.
function placeOnPage(): string {
  const sections = [...document.querySelectorAll("main section[id]")];
  const named = sections.find(({ id }) => `#${id}` === location.hash)?.getBoundingClientRect();
  if (sections.length === 0 || (named && named.top < innerHeight && named.bottom > 0)) return location.hash;
  return sections.findLast((section) => section.getBoundingClientRect().top < innerHeight * 0.4)?.id ?? "";
}

addEventListener("click", (event) => {
  if (target(event).closest("[data-theme-toggle]")) toggleTheme();
  // A choice that does not leave the page, or comes back to it, leaves no menu open.
  if (target(event).closest("a")) target(event).closest<HTMLElement>("[popover]")?.hidePopover();
  // The other language's page opens at the section that is being read. What a button asked for may be changed by now, and the draft has it.
  const link = target(event).closest<HTMLAnchorElement>("a[data-language-switch]");
  if (link) [link.search, link.hash] = ["", placeOnPage()];
});

// A menu that the focus has left would cover what it went to.
addEventListener("focusin", (event) => {
  const menu = document.querySelector<HTMLElement>("header :popover-open");
  if (menu && !menu.contains(target(event))) menu.hidePopover();
});

const buttons = "[type=button]:not([popovertarget], [data-theme-toggle])";
// Whoever is in a form will send it, also where they were in it before this script was, or wrote without keys. What they did is shown
// before React takes the processor; only what is sent does not wait.
const startIfNeeded = (event: Event) => {
  if (target(event).closest(`form, ${buttons}`)) afterPicture(start);
};
for (const interaction of ["click", "keydown", "focusin", "input"])
  addEventListener(interaction, startIfNeeded, capture);

addEventListener(
  "click",
  (event) => {
    const button = target(event).closest<HTMLElement>(buttons);
    if (!button) return;
    event.stopImmediatePropagation();
    waiting.push((current) => current(button).click());
  },
  capture,
);

// Also what the browser would refuse: the page says better what is missing, and stays.
const send = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  const form = target(event).closest("form");
  if (!form || "waiting" in form.dataset) return;
  form.dataset.waiting = "";
  waiting.push((current) => {
    const shown = current(form);
    delete shown.dataset.waiting;
    // As React will have it in a moment.
    shown.noValidate = true;
    shown.requestSubmit();
  });
  start();
};
for (const sending of ["submit", "invalid"]) addEventListener(sending, send, capture);

let sections: HTMLElement | null = null;
function followSections() {
  const menu = document.querySelector<HTMLElement>("[data-sections]");
  if (!menu || menu === sections) return;
  sections = menu;
  // Browsers leave a link that is seen in part where it is.
  menu.addEventListener("focusin", (event) => target(event).scrollIntoView({ block: "nearest" }));
  const mark = async () => (await import("./mark-section.ts")).markSectionInView(menu);
  addEventListener("scroll", mark, { once: true });
}
followSections();
loadPicturesForPrint();

const whenSeen = () => {
  if (flashWaits() || messageWaits() || "hydrate" in document.documentElement.dataset) start();
};
if ((document as { prerendering?: boolean }).prerendering) {
  // The storage that is asked is another process's.
  document.addEventListener("prerenderingchange", () => afterPicture(whenSeen), { once: true });
} else {
  whenSeen();
}
