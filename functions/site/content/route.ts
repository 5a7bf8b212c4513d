// Returns the current content of a page in one language, so an open page gets newer copy without a rebuild.
import { Hono } from "hono";
import * as v from "valibot";
import { isFixedPage } from "#cms/content/addresses.ts";
import { localize } from "#cms/content/languages.ts";
import { loadPage } from "#cms/content/load.ts";
import { shortenPictureUrls } from "#cms/content/picture-parts.ts";
import { ContentError } from "#cms/content/problem.ts";
import { computeRevision } from "#cms/content/revision.ts";
import { defaultLanguage, languages } from "#cms/content/site.ts";
import type { PageContent } from "#cms/content/types.ts";
import { fieldCode, objectCode } from "#functions/contract/field-code.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { isKnownTag, isWantedTag } from "#functions/kernel/http/entity-tag.ts";
import { checkParameters, checkQuery } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { openPublished, type PublishedContent } from "#functions/site/freshness.ts";
import type { RequestLifetime } from "#functions/site/request-lifetime.ts";

// The name of a page in the CMS: that of a fixed page, or an id.
const pageParameter = v.object({ page: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/)) });
const contentQuery = v.strictObject(
  { lang: v.optional(v.picklist(languages, fieldCode("invalid_option")), defaultLanguage) },
  objectCode,
);

/** Time limit of the query for the published state, in milliseconds. */
const timeoutMs = 2_000;

/**
 * Returns the content of a page in both languages, at most 5 s old, or its last content during an outage or while the
 * current content is invalid.
 * @throws Problem not_found for an unknown page, or invalid content without last content; content_unavailable without
 * last content during an outage
 */
async function readPage(
  { takeSnapshot, pages, source }: PublishedContent,
  name: string,
  waitUntil: RequestLifetime["waitUntil"],
): Promise<PageContent> {
  const unavailable = (cause?: unknown) =>
    new Problem("content_unavailable", { headers: { "Retry-After": "5" }, cause });
  const snapshot = await takeSnapshot({ waitUntil, answerBy: Date.now() + timeoutMs, hasNoFallback: true });
  if (!snapshot) throw unavailable();
  if (!isFixedPage(name) && !snapshot.pages.some((page) => page.name === name))
    throw new Problem("not_found");
  const { fingerprint } = snapshot;
  const key = `page ${name}`;
  const cachedPage = await pages.find(key, fingerprint);
  if (cachedPage) return cachedPage;
  const lastPage = await pages.findLast(key);
  if (lastPage && pages.hasJustFailed(key, fingerprint)) return lastPage;
  try {
    // The page of the site logs what it leaves out.
    const page = await loadPage(source, name, () => {});
    await pages.keep(key, fingerprint, page);
    return page;
  } catch (cause) {
    pages.noteFailure(key, fingerprint);
    if (lastPage) return lastPage;
    throw cause instanceof ContentError ? new Problem("not_found", { cause }) : unavailable(cause);
  }
}

export const content = new Hono<AppEnv>().get(
  "/:page",
  checkParameters(pageParameter, "not_found"),
  checkQuery(contentQuery),
  async (c) => {
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const bilingualPage = await readPage(await openPublished(c.env), c.req.valid("param").page, waitUntil);
    const page = localize(bilingualPage, c.req.valid("query").lang);
    const revision = await computeRevision(page);
    const etag = `"${revision}"`;
    c.header("ETag", etag);
    c.header("Cache-Control", "public, max-age=5");
    if (!isWantedTag(c.req.header("If-Match"), etag)) {
      throw new Problem("precondition_failed", { headers: { "Cache-Control": "no-store" } });
    }
    if (isKnownTag(c.req.header("If-None-Match"), etag)) return c.body(null, 304);
    return c.json({ revision, page: shortenPictureUrls(page) });
  },
);
