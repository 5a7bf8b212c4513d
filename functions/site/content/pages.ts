import { isFixedPage } from "#cms/content/addresses.ts";
import { loadPage } from "#cms/content/load.ts";
import { ContentError } from "#cms/content/problem.ts";
import type { PageContent } from "#cms/content/types.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import type { PublishedContent } from "#functions/site/freshness.ts";
import type { Waiting } from "#functions/site/waiting.ts";

/** Time limit of the query for the published state, in milliseconds. */
const timeoutMs = 2_000;

/**
 * Returns the content of a page in both languages, at most 5 s old, or its last content during an outage.
 * @throws Problem not_found for an unknown page; content_unavailable without a copy during an outage
 */
export async function readPage(
  { current, pages, source }: PublishedContent,
  name: string,
  waitUntil: Waiting["waitUntil"],
): Promise<PageContent> {
  const unavailable = (cause?: unknown) =>
    new Problem("content_unavailable", { headers: { "Retry-After": "5" }, cause });
  const snapshot = await current({ waitUntil, until: Date.now() + timeoutMs, insists: true });
  if (!snapshot) throw unavailable();
  if (!isFixedPage(name) && !snapshot.pages.some((page) => page.name === name))
    throw new Problem("not_found");
  const { fingerprint } = snapshot;
  const key = `page ${name}`;
  const copy = await pages.find(key, fingerprint);
  if (copy) return copy;
  const lastCopy = await pages.findLast(key);
  if (lastCopy && pages.hasJustFailed(key, fingerprint)) return lastCopy;
  try {
    const page = await loadPage(source, name);
    await pages.keep(key, fingerprint, page);
    return page;
  } catch (cause) {
    pages.noteFailure(key, fingerprint);
    if (lastCopy) return lastCopy;
    throw cause instanceof ContentError ? new Problem("not_found", { cause }) : unavailable(cause);
  }
}
