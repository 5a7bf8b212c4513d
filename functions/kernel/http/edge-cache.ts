/**
 * Opens a cache that the isolates of one data center share. Entries can disappear at any moment, and a failure counts
 * as a miss, so no page may depend on it.
 * @param keyPrefix separates the entries of different uses. For rendered content it contains the id of the build, so
 * builds never share entries.
 */
export function openEdgeCache(origin: string, keyPrefix: string) {
  const toAddress = (key: string) => `${origin}/edge-cache/${keyPrefix}/${encodeURIComponent(key)}`;
  return {
    /** Returns the cached value of a key; undefined without one. */
    async read<T>(key: string): Promise<T | undefined> {
      try {
        const cachedResponse = await (await openSharedCache()).match(toAddress(key));
        return cachedResponse && ((await cachedResponse.json()) as T);
      } catch {
        return undefined;
      }
    },
    /** Stores a value as JSON for at most `seconds`. */
    async keep(key: string, value: unknown, seconds: number): Promise<void> {
      const headers = { "Cache-Control": `public, max-age=${seconds}` };
      try {
        await (await openSharedCache()).put(toAddress(key), Response.json(value, { headers }));
      } catch {
        // The next request creates the value again.
      }
    },
  };
}

const openSharedCache = () => caches.open("site");

export type EdgeCache = ReturnType<typeof openEdgeCache>;
