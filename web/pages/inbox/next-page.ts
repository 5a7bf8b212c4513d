import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { LoadedPage, LoadedPages } from "./submission-list.ts";

/** A page that is being read, or could not be read the last time. */
type Reading = { cursor: string; running: boolean; error: Error | null };

/**
 * Adds to the list under `key` the page at `next`, which is where its last one ends; null at the end of all. It is added
 * to what the list is when the answer comes: what was changed, brought in or read again meanwhile stays. A failure is
 * shown until that page has been read, or the list ends elsewhere.
 */
export function useNextPage(
  key: QueryKey,
  next: string | null,
  read: (cursor: string) => Promise<LoadedPage>,
) {
  const client = useQueryClient();
  const [reading, setReading] = useState<Reading | null>(null);
  const running = useRef(new Set<string>());

  const fetch = useCallback(async () => {
    if (next === null || running.current.has(next)) return;
    running.current.add(next);
    setReading((now) => ({
      cursor: next,
      running: true,
      error: now?.cursor === next ? now.error : null,
    }));
    let error: Error | null = null;
    try {
      const page = await read(next);
      client.setQueryData<LoadedPages>(key, (now) => {
        if (now?.pages.at(-1)?.next_cursor !== next) return now;
        return { pages: [...now.pages, page], pageParams: [...now.pageParams, next] };
      });
    } catch (failure) {
      error = failure as Error;
    }
    running.current.delete(next);
    setReading((now) => (now?.cursor !== next ? now : error && { cursor: next, running: false, error }));
  }, [client, key, next, read]);

  const here = reading?.cursor === next ? reading : null;
  return { fetch, isFetching: here?.running ?? false, error: here?.error ?? null };
}
