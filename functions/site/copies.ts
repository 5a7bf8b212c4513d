import { daySeconds } from "#functions/kernel/durations.ts";
import type { EdgeCache } from "#functions/kernel/http/edge-cache.ts";

/** Number of copies that an isolate keeps. */
const maxCopies = 200;
/** Pause after a copy could not be made of a published state, in milliseconds. */
const backoffMs = 5_000;

/** A copy, and the fingerprint of the published state that it was made of; null if that is not known. */
type Copy<T> = { fingerprint: string | null; value: T };

/** Keeps what is made of the published content, in the isolate and in the cache of the data center. */
export function openCopies<T>(cache: EdgeCache, now: () => number = Date.now) {
  const slots = new Map<string, Copy<T>>();
  const failures = new Map<string, { fingerprint: string; at: number }>();

  function remember(key: string, copy: Copy<T>): void {
    slots.delete(key);
    slots.set(key, copy);
    const [eldest] = slots.keys();
    if (slots.size > maxCopies && eldest !== undefined) slots.delete(eldest);
  }

  return {
    /** Returns the last copy of this isolate. */
    known: (key: string): Copy<T> | undefined => slots.get(key),
    /** Returns the copy that was made of this state, by this isolate or another one. */
    async find(key: string, fingerprint: string): Promise<T | undefined> {
      const copy = slots.get(key);
      if (copy?.fingerprint === fingerprint) return copy.value;
      const value = await cache.read<T>(`${fingerprint} ${key}`);
      if (value !== undefined) remember(key, { fingerprint, value });
      return value;
    },
    /** Returns the last copy of any state, by this isolate or another one. */
    async findLast(key: string): Promise<T | undefined> {
      const copy = slots.get(key);
      if (copy) return copy.value;
      const value = await cache.read<T>(`last ${key}`);
      // This isolate may have made a copy in the meantime.
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
    /** Notes that no copy could be made of this state, so that requests do not repeat it at once. */
    noteFailure: (key: string, fingerprint: string): void => {
      failures.set(key, { fingerprint, at: now() });
    },
    hasJustFailed(key: string, fingerprint: string): boolean {
      const failure = failures.get(key);
      return failure?.fingerprint === fingerprint && now() - failure.at < backoffMs;
    },
  };
}
