import { loadPage } from "#cms/content/load.ts";
import { ContentError } from "#cms/content/problem.ts";
import type { PageName } from "#cms/content/site.ts";
import type { PageContent } from "#cms/content/types.ts";
import type { Environment } from "#functions/env.ts";
import { Problem } from "#functions/problem.ts";
import { contentSource } from "./source.ts";

// How long a copy is handed out without asking again.
const freshness = 5_000;

type Copy = { page: PageContent; loadedAt: number };

// Of this isolate: what each page said last, for as long as the isolate lives.
const copies = new WeakMap<Environment, Map<PageName, Copy>>();

/**
 * What a page says now, in both languages; a few seconds old at most, and the last good copy while the content is away.
 * @throws Problem not_found when there is no such page, content_unavailable when there is no copy either
 */
export async function readPage(environment: Environment, name: PageName): Promise<PageContent> {
  const kept = copies.get(environment) ?? new Map<PageName, Copy>();
  copies.set(environment, kept);
  const last = kept.get(name);
  if (last && Date.now() - last.loadedAt < freshness) return last.page;
  try {
    const page = await loadPage(contentSource(environment), name);
    kept.set(name, { page, loadedAt: Date.now() });
    return page;
  } catch (cause) {
    if (last) {
      // Not every visitor has to wait until the content is back.
      kept.set(name, { page: last.page, loadedAt: Date.now() });
      return last.page;
    }
    if (cause instanceof ContentError) throw new Problem("not_found", { cause });
    throw new Problem("content_unavailable", { headers: { "Retry-After": "5" }, cause });
  }
}
