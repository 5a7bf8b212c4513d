import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Submission } from "#functions/contract/submission.ts";
import { listSubmissions, type Selection } from "#web/api/submissions.ts";
import { useChangeQueue } from "./changes/queue-context.ts";
import { keys, pageAfter } from "./queries.ts";
import { useInboxApi } from "./request-errors.ts";
import { type LoadedPages, partNewcomers, toLoadedPage, withPage } from "./submission-list.ts";

/** The pages of the list that are on the screen. */
export type VisiblePages = { first: number; last: number };

const newestPages = 100;
type Waiting = { newcomers: Submission[]; more: boolean };

/**
 * Keeps what is on the screen true: when the revision moves on, the visible pages are read again, and so are
 * others when they are scrolled to. What came in meanwhile is kept aside until it is asked for.
 */
export function useSync(
  { filter, search }: Selection,
  list: LoadedPages | undefined,
  overview: { revision: string | null; lookedAt: number },
  visible: VisiblePages,
) {
  const { revision, lookedAt } = overview;
  const { api } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const name = `${filter} ${search}`;
  // By list: what waits in one is not forgotten while another is looked at.
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());
  const wait = useCallback(
    (list: string, next: Waiting) => setWaiting((now) => new Map(now).set(list, next)),
    [],
  );
  const seenUntil = useRef("");
  const arrivedAt = useRef("");

  const newest = list?.pages[0]?.items[0]?.created_at ?? "";
  // Only what was shown was seen: a rendering can be thrown away.
  useLayoutEffect(() => {
    if (newest > seenUntil.current) seenUntil.current = newest;
  }, [newest]);

  const stale = list?.pages.findIndex(
    (page, index) =>
      page.revision !== revision && (index === 0 || (index >= visible.first && index <= visible.last)),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read is tried at every look
  useEffect(() => {
    if (stale === -1) arrivedAt.current = name;
    if (revision === null || stale === undefined || stale === -1) return;
    const leaving = new AbortController();
    const key = keys.list(filter, search);
    const read = async () => {
      const before = client.getQueryData<LoadedPages>(key);
      const cursor = (before?.pageParams[stale] ?? null) as string | null;
      const page = await queue.during(async () => {
        const asked = { filter, search, cursor, limit: newestPages };
        return toLoadedPage(await listSubmissions(api, asked, leaving.signal), revision);
      }, pageAfter);
      if (leaving.signal.aborted) return;
      const direct = arrivedAt.current !== name || before?.pages.every(({ items }) => items.length === 0);
      arrivedAt.current = name;
      const parted = stale === 0 && !direct ? partNewcomers(page, seenUntil.current) : { ...nobody, page };
      if (stale === 0) wait(name, { newcomers: parted.newcomers, more: parted.more });
      client.setQueryData<LoadedPages>(key, (now) => {
        if (!now || (now.pageParams[stale] ?? null) !== cursor) return now;
        if (parted.more) {
          const [first, ...others] = now.pages;
          return first ? { ...now, pages: [{ ...first, revision }, ...others] } : now;
        }
        return withPage(now, stale, parted.page);
      });
    };
    read().catch(() => {});
    return () => leaving.abort();
  }, [api, client, queue, filter, search, name, wait, revision, stale, lookedAt]);

  const bringIn = useCallback(() => {
    const key = keys.list(filter, search);
    const { newcomers, more } = waiting.get(name) ?? nobody;
    wait(name, nobody);
    if (more) {
      client.resetQueries({ queryKey: key });
      return;
    }
    client.setQueryData<LoadedPages>(key, (now) => {
      const [first, ...others] = now?.pages ?? [];
      if (!now || !first) return now;
      return { ...now, pages: [{ ...first, items: [...newcomers, ...first.items] }, ...others] };
    });
  }, [client, filter, search, name, waiting, wait]);

  const { newcomers, more } = waiting.get(name) ?? nobody;
  const first = list?.pages[0]?.items;
  const absent = useMemo(() => {
    const there = new Set(first?.map(({ id }) => id));
    return newcomers.filter(({ id }) => !there.has(id));
  }, [newcomers, first]);
  return { waiting: absent, more, bringIn, seenUntil };
}

const nobody: Waiting = { newcomers: [], more: false };
