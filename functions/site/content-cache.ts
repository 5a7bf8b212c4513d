import { daySeconds } from "#functions/kernel/durations.ts";
import type { EdgeCache } from "#functions/kernel/http/edge-cache.ts";

/** Maximum number of entries in one isolate. */
const maxEntries = 200;
/** Delay before a value that could not be made is tried again, in milliseconds. */
const backoffMs = 5_000;

/** A value with the fingerprint of the published state that it shows; null if that is unknown. */
type CacheEntry<T> = { fingerprint: string | null; value: T };

/**
 * Caches values that are made from published content, such as rendered pages: in this isolate, and in the data center
 * for all isolates. A publication needs no invalidation, because `find` returns only values of the requested
 * fingerprint.
 */
export function openContentCache<T>(cache: EdgeCache) {
  const entries = new Map<string, CacheEntry<T>>();
  const failures = new Map<string, { fingerprint: string; at: number }>();

  function remember(key: string, entry: CacheEntry<T>): void {
    entries.delete(key);
    entries.set(key, entry);
    const [oldestKey] = entries.keys();
    if (entries.size > maxEntries && oldestKey !== undefined) entries.delete(oldestKey);
  }

  return {
    /** Returns the last entry of this isolate. */
    getLocal: (key: string): CacheEntry<T> | undefined => entries.get(key),
    /** Returns the value of this state, from this isolate or another one. */
    async find(key: string, fingerprint: string): Promise<T | undefined> {
      const entry = entries.get(key);
      if (entry?.fingerprint === fingerprint) return entry.value;
      const value = await cache.read<T>(`${fingerprint} ${key}`);
      if (value !== undefined) remember(key, { fingerprint, value });
      return value;
    },
    /** Returns the last value of any state, from this isolate or another one, for use during an outage. */
    async findLast(key: string): Promise<T | undefined> {
      const entry = entries.get(key);
      if (entry) return entry.value;
      const value = await cache.read<T>(`last ${key}`);
      // This isolate may have stored an entry in the meantime.
      const newerEntry = entries.get(key);
      if (newerEntry) return newerEntry.value;
      if (value !== undefined) remember(key, { fingerprint: null, value });
      return value;
    },
    /** Stores the value of this state. */
    async keep(key: string, fingerprint: string, value: T): Promise<void> {
      remember(key, { fingerprint, value });
      await Promise.all([
        cache.keep(`${fingerprint} ${key}`, value, daySeconds),
        cache.keep(`last ${key}`, value, 30 * daySeconds),
      ]);
    },
    /** Records that the value of this state could not be made, so that requests do not retry at once. */
    noteFailure: (key: string, fingerprint: string): void => {
      failures.set(key, { fingerprint, at: Date.now() });
    },
    hasJustFailed(key: string, fingerprint: string): boolean {
      const failure = failures.get(key);
      return failure?.fingerprint === fingerprint && Date.now() - failure.at < backoffMs;
    },
  };
}
