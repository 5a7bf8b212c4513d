/**
 * Opens a cache that the isolates of one data center share. Entries can disappear at any moment, and a failure counts
 * as a miss, so no page may depend on it.
 * @param room prefix of the keys. For rendered content it contains the id of the build, so builds never share entries.
 */
export function openEdgeCache(origin: string, room: string) {
  const address = (key: string) => `${origin}/edge-cache/${room}/${encodeURIComponent(key)}`;
  return {
    /** Returns the cached value of a key; undefined without one. */
    async read<T>(key: string): Promise<T | undefined> {
      try {
        const found = await (await sharedCache()).match(address(key));
        return found && ((await found.json()) as T);
      } catch {
        return undefined;
      }
    },
    /** Stores a value as JSON for at most `seconds`. */
    async keep(key: string, value: unknown, seconds: number): Promise<void> {
      const headers = { "Cache-Control": `public, max-age=${seconds}` };
      try {
        await (await sharedCache()).put(address(key), Response.json(value, { headers }));
      } catch {
        // The next request creates the value again.
      }
    },
  };
}

const sharedCache = () => caches.open("site");

export type EdgeCache = ReturnType<typeof openEdgeCache>;
