import { daySeconds } from "#functions/kernel/durations.ts";
import type { EdgeCache } from "#functions/kernel/http/edge-cache.ts";

/** Maximum number of copies in one isolate. */
const maxCopies = 200;
/** Delay before a copy that could not be rendered is tried again, in milliseconds. */
const backoffMs = 5_000;

/** A copy with the fingerprint of the published state that it shows; null if that is unknown. */
type Copy<T> = { fingerprint: string | null; value: T };

/** Stores values that are rendered from published content, in the isolate and in the cache of the data center. */
export function openCopies<T>(cache: EdgeCache, now: () => number = Date.now) {
  const slots = new Map<string, Copy<T>>();
  const failures = new Map<string, { fingerprint: string; at: number }>();

  function remember(key: string, copy: Copy<T>): void {
    slots.delete(key);
    slots.set(key, copy);
    const [oldestKey] = slots.keys();
    if (slots.size > maxCopies && oldestKey !== undefined) slots.delete(oldestKey);
  }

  return {
    /** Returns the last copy of this isolate. */
    getLocal: (key: string): Copy<T> | undefined => slots.get(key),
    /** Returns the copy of this state, from this isolate or another one. */
    async find(key: string, fingerprint: string): Promise<T | undefined> {
      const copy = slots.get(key);
      if (copy?.fingerprint === fingerprint) return copy.value;
      const value = await cache.read<T>(`${fingerprint} ${key}`);
      if (value !== undefined) remember(key, { fingerprint, value });
      return value;
    },
    /** Returns the last copy of any state, from this isolate or another one. */
    async findLast(key: string): Promise<T | undefined> {
      const copy = slots.get(key);
      if (copy) return copy.value;
      const value = await cache.read<T>(`last ${key}`);
      // This isolate may have stored a copy in the meantime.
      const newer = slots.get(key);
      if (newer) return newer.value;
      if (value !== undefined) remember(key, { fingerprint: null, value });
      return value;
    },
    /** Stores a copy. */
    async keep(key: string, fingerprint: string, value: T): Promise<void> {
      remember(key, { fingerprint, value });
      await Promise.all([
        cache.keep(`${fingerprint} ${key}`, value, daySeconds),
        cache.keep(`last ${key}`, value, 30 * daySeconds),
      ]);
    },
    /** Records that this state could not be rendered, so that requests do not retry at once. */
    noteFailure: (key: string, fingerprint: string): void => {
      failures.set(key, { fingerprint, at: now() });
    },
    hasJustFailed(key: string, fingerprint: string): boolean {
      const failure = failures.get(key);
      return failure?.fingerprint === fingerprint && now() - failure.at < backoffMs;
    },
  };
}
