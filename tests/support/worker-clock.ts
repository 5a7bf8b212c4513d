import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The state of a Worker's clock: how far it is ahead, and the moment since which it stands still, both in milliseconds.
 * A Worker ignores a state with a lower version than its own, because requests can arrive late.
 */
export type ClockState = { version: number; aheadMs: number; stoppedAtMs?: number | undefined };

/**
 * The delay of answers that must not reveal by their time whether an account exists
 * (functions/accounts/sign-up/mailed-calls.ts).
 * The API ends it at once, unless its clock stands still.
 */
export const equalDelayMs = 250;

const clockHeader = "X-Test-Clock";

/** The path at which a Worker only sets its clock, and answers 204. */
export const clockPath = "/test-clock";

/** Returns the request headers that set the clock of the Worker before it answers. */
export const toClockHeaders = (state: ClockState): Record<string, string> => ({
  [clockHeader]: JSON.stringify(state),
});

/**
 * Puts the date, the timers and the edge cache of the Worker on one clock. A running clock only shifts the date. Timers
 * of a stopped clock end when it is advanced.
 * The timers poll the clock, because a Worker may not end the timer of one request from another one.
 */
const clockModule = (skippedTimerMs: number | null) => `const RealDate = Date;
const startTimer = setTimeout;
const pollMs = 20;
let version = -1;
let aheadMs = 0;
let stoppedAtMs;
let passedMs = 0;
let measuredAtMs = RealDate.now();

const now = () => (stoppedAtMs ?? RealDate.now()) + aheadMs;
const elapsed = () => passedMs + (stoppedAtMs === undefined ? RealDate.now() - measuredAtMs : 0);
export function setClock(state) {
  if (state.version <= version) return;
  const isStill = stoppedAtMs !== undefined && state.stoppedAtMs !== undefined;
  passedMs = elapsed() + (isStill ? state.aheadMs - aheadMs : 0);
  measuredAtMs = RealDate.now();
  ({ version, aheadMs, stoppedAtMs } = state);
}

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [now()]));
  }
  static now = now;
};
performance.now = elapsed;

const timers = new Map();
let lastTimer = 0;
globalThis.setTimeout = (callback, delayMs = 0, ...values) => {
  if (delayMs === ${skippedTimerMs} && stoppedAtMs === undefined) delayMs = 0;
  const timer = ++lastTimer;
  const dueMs = elapsed() + Math.max(0, delayMs);
  const look = () => {
    const leftMs = dueMs - elapsed();
    if (leftMs > 0) return void timers.set(timer, startTimer(look, Math.min(leftMs, pollMs)));
    timers.delete(timer);
    callback(...values);
  };
  timers.set(timer, startTimer(look, Math.min(Math.max(0, delayMs), pollMs)));
  return timer;
};
const stopTimer = clearTimeout;
globalThis.clearTimeout = (timer) => {
  stopTimer(timers.get(timer));
  timers.delete(timer);
};
AbortSignal.timeout = (delayMs) => {
  const controller = new AbortController();
  const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  setTimeout(() => controller.abort(reason), delayMs);
  return controller.signal;
};

const expiryHeader = "X-Test-Expires";
const openCache = caches.open.bind(caches);
caches.open = async (name) => {
  const cache = await openCache(name);
  if (name !== "site") return cache;
  return {
    async put(key, { body, status, headers }) {
      const [, seconds = 0] = /max-age=(\\d+)/.exec(headers.get("Cache-Control")) ?? [];
      const kept = new Headers(headers);
      kept.set("Cache-Control", "public, max-age=86400");
      kept.set(expiryHeader, String(now() + seconds * 1000));
      await cache.put(key, new Response(body, { status, headers: kept }));
    },
    async match(key) {
      const response = await cache.match(key);
      return Number(response?.headers.get(expiryHeader)) > now() ? response : undefined;
    },
  };
};
`;

// The clock is imported first, so that it is in place before any module of the bundle runs.
const entryModule = (bundleEntry: string) => `import { setClock } from "./test-clock.js";
import worker from "./${bundleEntry}";
export default {
  ...worker,
  async fetch(request, env, context) {
    const state = request.headers.get("${clockHeader}");
    if (state !== null) {
      setClock(JSON.parse(state));
      if (new URL(request.url).pathname === "${clockPath}") return new Response(null, { status: 204 });
      request = new Request(request);
      request.headers.delete("${clockHeader}");
    }
    return worker.fetch(request, env, context);
  },
};
`;

/**
 * Returns the modules that run the bundle in `folder` on a clock that tests move, the entry first. Timers of
 * `skippedDelayMs` end at once.
 */
export const clockedModules = (folder: string, skippedDelayMs: number | null) => [
  { type: "ESModule" as const, path: join(folder, "test-entry.js"), contents: entryModule("index.js") },
  { type: "ESModule" as const, path: join(folder, "test-clock.js"), contents: clockModule(skippedDelayMs) },
];

/** Makes the bundle in `folder`, as Pages serves it, run on a clock that tests move. */
export async function installClock(folder: string): Promise<void> {
  await rename(join(folder, "index.js"), join(folder, "bundle.js"));
  await writeFile(join(folder, "test-clock.js"), clockModule(null));
  await writeFile(join(folder, "index.js"), entryModule("bundle.js"));
}
