// Returns the current content of a page in one language, so an open page gets newer copy without a rebuild.
// Access: anyone. Problems: not_found, invalid_fields, content_unavailable, precondition_failed.
import { Hono } from "hono";
import { localize } from "#cms/content/languages.ts";
import { computeRevision } from "#cms/content/revision.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { isKnownTag, isWantedTag } from "#functions/kernel/http/entity-tag.ts";
import { copyQuery, pageParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { openPublished } from "#functions/site/freshness.ts";
import { readPage } from "./pages.ts";

export const content = new Hono<AppEnv>().get("/:page", pageParameter, copyQuery, async (c) => {
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
  return c.json({ revision, page });
});
