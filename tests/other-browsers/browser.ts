import { setTimeout as wait } from "node:timers/promises";

/** A page of a browser. Each tab has its own storage and its own cookies. */
export type Tab = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page. The function can use nothing but its arguments, which are JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Clicks with the mouse, in CSS pixels of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses and releases a key. The focused element receives it. */
  press(key: KeyName): Promise<void>;
  /** Types text into the focused element, one key per character. */
  type(text: string): Promise<void>;
  /** Cuts the connection to the site, or restores it. */
  setConnected(isConnected: boolean): Promise<void>;
  /** Lists the page errors since the tab was opened: console, uncaught errors and content policy violations. */
  listErrors(): string[];
  /** Returns a PNG of the viewport. */
  takeScreenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** A browser that a test can drive. */
export type DrivenBrowser = {
  /** Whether `navigator.onLine` and its events follow `setConnected`. */
  reportsOffline: boolean;
  /** The origin at which the browser reaches the site. */
  origin: string;
  openTab(): Promise<Tab>;
  close(): Promise<void>;
};

export const namedKeys = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  End: "\uE010",
  ArrowDown: "\uE015",
  Delete: "\uE017",
} as const;

/** A character, or the name of a key with its WebDriver code point (WebDriver §17.4.2). */
export type KeyName = keyof typeof namedKeys | (string & {});

export const viewport = { width: 1280, height: 800 };

/** Limits of one browser operation, in milliseconds. They only end operations that hang. */
export const startTimeoutMs = 90_000;
export const actionTimeoutMs = 45_000;

/**
 * Awaits an operation of a browser.
 * @throws Error that names the operation when it takes longer than `timeoutMs`.
 */
export function withTimeout<Result>(
  operation: string,
  work: Promise<Result>,
  timeoutMs = actionTimeoutMs,
): Promise<Result> {
  const expired = wait(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`${operation} did not finish within ${timeoutMs / 1000} s.`);
  });
  return Promise.race([work, expired]);
}
