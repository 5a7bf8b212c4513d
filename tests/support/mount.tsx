// Mounts pages of the site in the browser of the component tests. Only component tests may import this module.
import type { ReactElement } from "react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import "#web/theme/global.css.ts";
import { type Language, type Page, path } from "#cms/content/site.ts";
import * as css from "#web/app/app.css.ts";
import type { Screen } from "#web/app/paths.ts";
import type { Copy } from "#web/content/copy-provider.tsx";
import { CopyProvider } from "#web/content/copy-provider.tsx";
import { loadMessages } from "#web/language/load-messages.ts";
import { LanguageProvider } from "#web/language/provider.tsx";
import Content from "#web/pages/content/content.tsx";
import ConversationPage from "#web/pages/conversation/conversation.tsx";
import InboxPage from "#web/pages/inbox/inbox.tsx";
import { switchSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { getDensity, switchDensity } from "#web/pages/inbox/shared/layout.ts";
import OwnMessagePage from "#web/pages/own-message/own-message.tsx";
import SignInPage from "#web/pages/sign-in/sign-in.tsx";
import { sessionKey } from "#web/session/account-hint.ts";
import { getAuthConnection } from "#web/session/auth-client.ts";
import { createFakeApi, type FakeApi, listNumberedSubmissions, type NewSubmission } from "./fake-api.ts";
import { loadSeedCopy } from "./seed-copy.ts";

const originalAddress = location.href;
const originalFetch = globalThis.fetch;
const originalTitle = document.title;

let unmount = async () => {};
let departures: string[] = [];
let consoleErrors: string[] = [];
let expectedErrors: RegExp | null = null;

/** Texts that React manages as separate nodes, with the element of each. */
let managedTexts = new Set<string>();

/**
 * Records each text that React updates as a separate node because it has siblings.
 * A browser that translates a page moves or replaces text nodes. React then updates a node that is not shown anymore,
 * or throws. A text that is its element's only child has no such node.
 */
function recordManagedTexts(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    if (!Object.keys(text).some((key) => key.startsWith("__reactFiber$"))) continue;
    managedTexts.add(`${text.textContent} in ${text.parentElement?.outerHTML.slice(0, 200)}`);
  }
}

const textObserver = new MutationObserver(recordManagedTexts);

/** Lets the running test write errors to the console that match a pattern. */
export function expectConsoleErrors(pattern: RegExp): void {
  expectedErrors = pattern;
}

// A test page has to stay, so a navigation to another document is recorded instead.
function recordDeparture(event: NavigateEvent): void {
  if (event.destination.sameDocument || !event.cancelable || event.downloadRequest !== null) return;
  event.preventDefault();
  const { pathname, search, hash } = new URL(event.destination.url);
  departures.push(pathname + search + hash);
}

beforeEach(() => {
  departures = [];
  consoleErrors = [];
  expectedErrors = null;
  managedTexts = new Set();
  const { error } = console;
  vi.spyOn(console, "error").mockImplementation((...values: unknown[]) => {
    consoleErrors.push(values.map(String).join(" "));
    error(...values);
  });
  navigation.addEventListener("navigate", recordDeparture);
});

afterEach(async () => {
  textObserver.disconnect();
  testCount += 1;
  await unmount();
  unmount = async () => {};
  vi.useRealTimers();
  vi.restoreAllMocks();
  navigation.removeEventListener("navigate", recordDeparture);
  globalThis.fetch = originalFetch;
  setOnline(true);
  // Modules keep these settings and the last failure of a refresh.
  switchSignKeys(true);
  if (getDensity() === "compact") switchDensity();
  Object.assign(getAuthConnection().auth, { lastRefreshFailure: null });
  localStorage.clear();
  sessionStorage.clear();
  indexedDB.deleteDatabase("contact");
  history.replaceState(null, "", originalAddress);
  document.title = originalTitle;
  document.documentElement.removeAttribute("data-administrator");
  document.body.style.paddingBlockStart = "";
  const unexpected = consoleErrors.filter((text) => !expectedErrors?.test(text));
  expect(unexpected, "errors on the console").toEqual([]);
  expect([...managedTexts], "texts with siblings on a private screen").toEqual([]);
});

/** Takes the browser offline, or online again. The fake API follows. */
function setOnline(isOnline: boolean, api?: FakeApi): void {
  if (api) api.isOffline = !isOnline;
  if (navigator.onLine === isOnline) return;
  if (isOnline) Reflect.deleteProperty(navigator, "onLine");
  else Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
  dispatchEvent(new Event(isOnline ? "online" : "offline"));
}

/** Imports a module of the site again, as a new document would: without the state of the first import. */
export function importAgain<Module>(file: `/web/${string}`): Promise<Module> {
  return import(/* @vite-ignore */ `${file}?again=${crypto.randomUUID()}`);
}

let testCount = 0;

/** Ignores an answer that comes after the end of its test, so that it cannot write into the next test's storage. */
function ignoreLateAnswer<T>(answer: Promise<T>): Promise<T> {
  const testCountAtStart = testCount;
  const isOver = () => testCountAtStart !== testCount;
  return new Promise((resolve, reject) => {
    answer.then(
      (value) => !isOver() && resolve(value),
      (error) => !isOver() && reject(error),
    );
  });
}

type MountOptions = { address: string; language: Language; copy: Copy; api: FakeApi; screen: ReactElement };

async function mount({ address, language, copy, api, screen }: MountOptions) {
  const isPrivate = copy.page === null;
  const messages = await loadMessages(language, isPrivate);
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    return pathname.startsWith("/api/")
      ? ignoreLateAnswer(api.fetch(input, init))
      : originalFetch(input, init);
  };
  history.replaceState(null, "", address);
  document.title = "Prueba · Guaria Digital";
  document.documentElement.lang = language;

  const show = async () => {
    const rendered = await render(
      <BrowserRouter>
        <LanguageProvider language={language} messages={messages}>
          <CopyProvider copy={copy}>
            <main id="main" className={css.main} tabIndex={-1}>
              {screen}
            </main>
          </CopyProvider>
        </LanguageProvider>
      </BrowserRouter>,
    );
    unmount = async () => {
      await rendered.unmount();
      rendered.container.remove();
    };
  };
  // A second page of a test replaces the first.
  await unmount();
  if (isPrivate) textObserver.observe(document.body, { childList: true, subtree: true });
  await show();

  return {
    api,
    /** The address, without its origin. */
    location: () => location.pathname + location.search + location.hash,
    /** Addresses of other documents that the page wanted to open. They are recorded, not followed. */
    get departures(): readonly string[] {
      return departures;
    },
    /** Mounts the page again at its address. Modules stay loaded: see `importAgain`. */
    async reload() {
      dispatchEvent(new PageTransitionEvent("pagehide", { persisted: false }));
      await unmount();
      await show();
    },
    goBack: () => history.back(),
    setOnline: (isOnline: boolean) => setOnline(isOnline, api),
    /** Presses a key, with modifiers before it: `j`, `Enter`, `Shift+X`. */
    press(keys: string) {
      const [key = "", ...modifiers] = keys.length === 1 ? [keys] : keys.split("+").reverse();
      const text = key.length === 1 ? key.replace(/[[{]/, "$&$&") : `{${key}}`;
      const down = modifiers.map((modifier) => `{${modifier}>}`).join("");
      const up = modifiers.map((modifier) => `{/${modifier}}`).join("");
      return userEvent.keyboard(down + text + up);
    },
  };
}

async function storeSession(api: FakeApi): Promise<void> {
  localStorage.setItem(sessionKey, JSON.stringify(await api.signIn()));
}

type ApiOptions = { api?: FakeApi; submissions?: readonly NewSubmission[]; count?: number };

const toApi = ({ api, submissions, count }: ApiOptions) =>
  api ?? createFakeApi({ submissions: submissions ?? listNumberedSubmissions(count ?? 0) });

/**
 * Mounts the inbox with a signed-in administrator. `count` sets the number of submissions from
 * `listNumberedSubmissions`. With `count` or `submissions` it waits until the list has loaded.
 */
export async function mountInbox({
  address = path("inbox", "es"),
  language = "es",
  isSignedIn = true,
  ...options
}: ApiOptions & { address?: string; language?: Language; isSignedIn?: boolean } = {}) {
  const api = toApi(options);
  if (isSignedIn) await storeSession(api);
  const copy = await loadSeedCopy("inbox", null, language);
  // The inbox leaves room for the site's header, which a component test does not mount.
  document.body.style.paddingBlockStart = "2.8125rem";
  const mounted = await mount({ address, language, copy, api, screen: <InboxPage /> });
  const list = page.getByRole("region", { name: /^(Mensajes|Messages)$/ });
  const rows = () => list.getByRole("listitem");
  const row = (name: string) => rows().filter({ has: page.getByText(name, { exact: true }) });
  if (isSignedIn) await expect.element(page.getByRole("searchbox")).toBeVisible();
  if (options.count || options.submissions)
    await expect.poll(() => document.querySelector("main [aria-busy=true]")).toBeNull();
  return {
    ...mounted,
    rows,
    row,
    /** The link of a row, which has the focus when the keyboard is at it. */
    link: (name: string) => row(name).getByRole("link"),
    /** The badges of unread messages: of one row, or of all. */
    newBadges: (name?: string) =>
      (name === undefined ? rows() : row(name)).getByText(/^(Nuevo|New)$/, { exact: true }),
    /** Status lines that contain a text. */
    getStatus: (text: string) => page.getByRole("status").filter({ hasText: text }),
    toasts: page.getByRole("region", { name: /^(Avisos|Notifications)$/ }),
    /** Makes the inbox poll at once, as it does when its window becomes visible. */
    lookNow: () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
    scrollList: (top: number) => list.element().querySelector("ul")?.parentElement?.scrollTo({ top }),
  };
}

/** Acts at the moment when an element appears, before anything else runs. */
export const actOnAppearance = (selector: string, act: (element: HTMLElement) => void): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const element = document.querySelector<HTMLElement>(selector);
      if (!element) return;
      observer.disconnect();
      act(element);
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

/** Types text into the element with the focus, at once. */
export function typeAtOnce(text: string): void {
  for (const letter of text) document.execCommand("insertText", false, letter);
}

/** Mounts the sign-in page, or the signed-in user's account (`address: "/auth#cuenta"`). */
export async function mountSignIn({
  address = path("sign-in", "es"),
  language = "es",
  isSignedIn = false,
  ...options
}: ApiOptions & { address?: string; language?: Language; isSignedIn?: boolean } = {}) {
  const api = toApi(options);
  if (isSignedIn) await storeSession(api);
  const copy = await loadSeedCopy("sign-in", null, language);
  return mount({ address, language, copy, api, screen: <SignInPage /> });
}

/** Mounts the page of an own-message link (`address: "/mi-mensaje#token=…"`). */
export async function mountOwnMessage({
  address,
  language = "es",
  api,
}: {
  address: string;
  language?: Language;
  api: FakeApi;
}) {
  const copy = await loadSeedCopy("own-message", null, language);
  return mount({ address, language, copy, api, screen: <OwnMessagePage /> });
}

/** Mounts the page of the link in an answer's mail (`address: "/conversacion#…"`). */
export async function mountConversation({
  address,
  language = "es",
  api,
}: {
  address: string;
  language?: Language;
  api: FakeApi;
}) {
  const copy = await loadSeedCopy("conversation", null, language);
  return mount({ address, language, copy, api, screen: <ConversationPage /> });
}

/** Mounts a page of the launch copy, such as the one with the contact form. */
export async function mountContent({
  name = "contact",
  language = "es",
  address = path(name, language),
  ...options
}: ApiOptions & { name?: Page; address?: string; language?: Language } = {}) {
  const copy = await loadSeedCopy("content" satisfies Screen, name, language);
  return mount({ address, language, copy, api: toApi(options), screen: <Content /> });
}

/** Focuses a control without scrolling and presses Enter or Space on it. On a busy machine a click takes far longer. */
export async function pressAt(control: Locator, key: "{Enter}" | " "): Promise<void> {
  await expect.element(control).toBeVisible();
  (control.element() as HTMLElement).focus({ preventScroll: true });
  await userEvent.keyboard(key);
}
