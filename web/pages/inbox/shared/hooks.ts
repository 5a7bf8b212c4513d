import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

const minuteMs = 60_000;
const clock = createStore(Date.now());
const tick = () => clock.set(Date.now());
let clockTimer: ReturnType<typeof setInterval> | undefined;
let clockUsers = 0;

function subscribeToClock(listener: () => void): () => void {
  if (clockUsers === 0) {
    tick();
    clockTimer = setInterval(tick, minuteMs);
    // A sleeping device runs no timer.
    document.addEventListener("visibilitychange", tick);
  }
  clockUsers += 1;
  const unsubscribe = clock.subscribe(listener);
  return () => {
    unsubscribe();
    clockUsers -= 1;
    if (clockUsers > 0) return;
    clearInterval(clockTimer);
    document.removeEventListener("visibilitychange", tick);
  };
}

function getNow(): number {
  if (clockUsers === 0 && Math.abs(Date.now() - clock.get()) >= minuteMs) tick();
  return clock.get();
}

/**
 * Returns the time in milliseconds since 1970, updated every minute. All components get the same time, so a row and its
 * opened message show the same age.
 */
export const useNow = (): number => useSyncExternalStore(subscribeToClock, getNow, getNow);

/** Returns the last `value` that did not change for `delayMs`, at first the initial one. */
export function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settledValue, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settledValue;
}

/**
 * Makes React run the effects of a screen before the user can press a key in it. What React renders in the background is
 * shown before its effects run. Until then a field shows no change of a store, and loses letters.
 */
export function useReadyAtOnce(): void {
  const [, setReady] = useState(false);
  useLayoutEffect(() => setReady(true), []);
}

/** Returns a reference to the value of the last committed rendering. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Creates a store, which notifies its listeners when its state has changed. */
export function createStore<State>(initialState: State) {
  let state = initialState;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(nextState: State) {
      if (nextState === state) return;
      state = nextState;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const getPrintQuery = () => matchMedia("print");

function subscribeToPrinting(listener: () => void): () => void {
  const query = getPrintQuery();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Returns whether the page is being printed. */
export const usePrinting = () =>
  useSyncExternalStore(
    subscribeToPrinting,
    () => getPrintQuery().matches,
    () => false,
  );

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Returns whether the browser has a network. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );
