/**
 * What isolates of one data center share, for a time. It can be lost at any moment, and a failure of it is as good as an empty one:
 * no page depends on it. Keys begin with `room`: for what a build has made its id, so that none sees what another has made.
 */
export function openEdgeCache(origin: string, room: string) {
  const address = (key: string) => `${origin}/edge-cache/${room}/${encodeURIComponent(key)}`;
  return {
    /** What was kept under a key; undefined where it is not there anymore. */
    async read<T>(key: string): Promise<T | undefined> {
      try {
        const found = await (await sharedCache()).match(address(key));
        return found && ((await found.json()) as T);
      } catch {
        return undefined;
      }
    },
    /** Keeps something that can be written as JSON, for as many seconds at most. */
    async keep(key: string, value: unknown, seconds: number): Promise<void> {
      const headers = { "Cache-Control": `public, max-age=${seconds}` };
      try {
        await (await sharedCache()).put(address(key), Response.json(value, { headers }));
      } catch {
        // The next one makes it again.
      }
    },
  };
}

const sharedCache = () => caches.open("site");

export type EdgeCache = ReturnType<typeof openEdgeCache>;
