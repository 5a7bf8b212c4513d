import type { Copy } from "#web/content/copy-provider.tsx";
import { hasWaitingMessage } from "#web/sections/outbox/message-waits.ts";
import { applyAccountHint } from "#web/session/account-hint.ts";
import { hasWaitingFlash } from "#web/ui/flash-waits.ts";
import type { FindReplacement } from "./browser.tsx";
import { afterNextFrame, applyTheme, toggleTheme } from "./theme.ts";

// The script of every page before the first interaction; public pages load it after the first paint. Everything works
// as plain HTML. The first interaction that needs React loads it, and is repeated after hydration.

const { dataset } = document.documentElement;

/** Applies the chosen theme, and the hint that shows the links of an account, from the storage of the browser. */
function applyStorage() {
  try {
    applyTheme();
    applyAccountHint();
  } catch {
    // Storage is forbidden: the page follows the system and shows no account.
  }
}
applyStorage();
// Another tab may have changed the storage, also while this page was in the back/forward cache.
for (const change of ["storage", "pageshow"]) addEventListener(change, applyStorage);

const untilHydrated = new AbortController();
const capture = { capture: true, signal: untilHydrated.signal };
// Captured events do not reach React, which hydrates in steps and would handle them twice.
const pendingReplays: ((findReplacement: FindReplacement) => void)[] = [];

/**
 * Loads the copy that React needs. A built document names the file of its copy. A document rendered at the edge
 * contains it. The file is missing, and the copy null, if a later build has replaced it.
 */
async function loadCopy(): Promise<Copy | null> {
  const { copy } = dataset;
  if (!copy) return JSON.parse(document.getElementById("copy")?.textContent ?? "");
  const answer = await fetch(`/${copy}`);
  return answer.ok ? answer.json() : null;
}

let isStarted = false;
/** Loads React unless that has begun, hydrates the page, and repeats the captured interactions on it. */
async function start() {
  if (isStarted) return;
  isStarted = true;
  try {
    const [{ hydrate }, copy] = await Promise.all([import("./browser.tsx"), loadCopy()]);
    const findReplacement = await hydrate(copy);
    untilHydrated.abort();
    // React may have replaced elements that these functions have changed or listen to.
    applyStorage();
    followSections();
    for (const replay of pendingReplays) replay(findReplacement);
  } catch (error) {
    isStarted = false;
    const waitingForms = document.querySelectorAll<HTMLFormElement>(
      "form[data-waiting]:not([data-waiting=posted])",
    );
    // Without a network a submitted form waits, and shows that.
    if (!navigator.onLine) {
      for (const form of waitingForms) form.dataset.waiting = "offline";
      return addEventListener("online", start, { once: true });
    }
    untilHydrated.abort();
    // Only React submits a form without an action. A later build may have replaced its files.
    addEventListener("submit", (event) => target(event).matches("[action]") || location.reload());
    // The other forms post as HTML does, and the edge explains their errors.
    for (const form of waitingForms) {
      form.noValidate = true;
      delete form.dataset.waiting;
      form.requestSubmit();
    }
    throw error;
  }
}

const { ahead: filesAhead } = dataset;
/**
 * Requests the files of the contact form ahead, because the network may be lost before the first interaction. The
 * browser only stores them: linked scripts and styles would be compiled and applied now.
 */
function requestAhead() {
  for (const file of filesAhead?.split(" ") ?? []) fetch(`/${file}`).catch(() => {});
  loadCopy().catch(() => {});
}
// The timeout is for a page whose animation never lets it be idle.
const requestWhenIdle = () =>
  window.requestIdleCallback?.(requestAhead, { timeout: 3_000 }) ?? requestAhead();
// Requests in the first second would delay an early press on a slow phone.
if (filesAhead) setTimeout(requestWhenIdle, 1_000);

// Only the contact form has an action. Its draft does not wait for React.
if (document.querySelector("form[action]")) import("./form-draft.ts").catch(() => {});

const target = (event: Event) => event.target as HTMLElement;

/**
 * Returns the fragment, with or without `#`, at which the page in the other language opens. The fragment of the address
 * stays if its section is in view, or the page has no sections. Otherwise the last section whose top is above 40 % of
 * the window counts.
 */
function findCurrentFragment(): string {
  const sections = [...document.querySelectorAll("main section[id]")];
  const area = sections.find(({ id }) => `#${id}` === location.hash)?.getBoundingClientRect();
  if (sections.length === 0 || (area && area.top < innerHeight && area.bottom > 0)) return location.hash;
  return sections.findLast((section) => section.getBoundingClientRect().top < innerHeight * 0.4)?.id ?? "";
}

addEventListener("click", (event) => {
  if (target(event).closest("[data-theme-toggle]")) toggleTheme();
  // Closes the menu also if the link stays on the page, or the visitor returns to it.
  if (target(event).closest("a")) target(event).closest<HTMLElement>("[popover]")?.hidePopover();
  // The page in the other language opens at the current section. The draft has the query's choices, with any later
  // change.
  const link = target(event).closest<HTMLAnchorElement>("a[data-language-switch]");
  if (link) [link.search, link.hash] = ["", findCurrentFragment()];
});

// An open menu could cover the focused element.
addEventListener("focusin", (event) => {
  const menu = document.querySelector<HTMLElement>("header :popover-open");
  if (menu && !menu.contains(target(event))) menu.hidePopover();
});

const buttons = "[type=button]:not([popovertarget], [data-theme-toggle])";
// Any interaction with a form starts React, also if the focus was in the form before this script ran. The result of the
// interaction is drawn before React occupies the processor; only a submission does not wait.
const startIfNeeded = (event: Event) => {
  if (target(event).closest(`form, ${buttons}`)) afterNextFrame(start);
};
for (const interaction of ["click", "keydown", "focusin", "input"])
  addEventListener(interaction, startIfNeeded, capture);

addEventListener(
  "click",
  (event) => {
    const button = target(event).closest<HTMLElement>(buttons);
    if (!button) return;
    event.stopImmediatePropagation();
    pendingReplays.push((findReplacement) => findReplacement(button).click());
  },
  capture,
);

/** Holds a submission until React is hydrated, and then submits the form again. */
function holdForm(form: HTMLFormElement): void {
  form.dataset.waiting = "";
  pendingReplays.push((findReplacement) => {
    const currentForm = findReplacement(form);
    delete currentForm.dataset.waiting;
    // React sets this, too, but a moment later.
    currentForm.noValidate = true;
    currentForm.requestSubmit();
  });
  void start();
}
// The inline script has held the forms that only React can submit.
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-waiting='']")) holdForm(form);

// Handles `invalid` as well, because the page explains errors better than the browser.
const holdSubmission = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  const form = target(event).closest("form");
  if (form && !("waiting" in form.dataset)) holdForm(form);
};
for (const eventName of ["submit", "invalid"]) addEventListener(eventName, holdSubmission, capture);

let followedMenu: HTMLElement | null = null;
/** Scrolls the section menu to its focused link, and marks its current link from the first scroll of the page on. */
function followSections() {
  const menu = document.querySelector<HTMLElement>("[data-sections]");
  if (!menu || menu === followedMenu) return;
  followedMenu = menu;
  // Browsers do not scroll to a link that is partly in view.
  menu.addEventListener("focusin", (event) => target(event).scrollIntoView({ block: "nearest" }));
  const mark = async () => (await import("./mark-section.ts")).markSectionInView(menu);
  addEventListener("scroll", mark, { once: true });
}
followSections();

/**
 * Loads all pictures before the page is printed. It starts at the keyboard shortcut, because some browsers do not wait
 * for pictures.
 */
function loadPicturesForPrint(): void {
  const load = () => {
    for (const image of document.images) image.loading = "eager";
  };
  addEventListener("beforeprint", load);
  addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if (key.toLowerCase() === "p" && (ctrlKey || metaKey)) load();
  });
}
loadPicturesForPrint();

/** Starts React at once if the page needs it (`data-hydrate`), a form has the focus, or a toast or message waits. */
const startIfPending = () => {
  // The visitor may have begun to write before this script ran.
  const isInForm = document.activeElement?.closest("form");
  if (isInForm || "hydrate" in dataset || hasWaitingFlash() || hasWaitingMessage()) void start();
};
if ((document as { prerendering?: boolean }).prerendering) {
  // A prerendered page may read outdated storage.
  document.addEventListener("prerenderingchange", () => afterNextFrame(startIfPending), { once: true });
} else {
  startIfPending();
}
