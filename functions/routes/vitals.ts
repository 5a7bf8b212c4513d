// How fast the site is for who reads it: takes a visit's figures, of which nothing but counts by day is kept, and says them. Where the
// site does not measure there is no call that takes them.
// Who: anyone leaves a visit, administrators read. Problems: not_found, foreign_origin, malformed_request, unsupported_media_type,
// body_too_large, request_timeout, invalid_fields, content_unavailable, too_many_requests; to read unauthenticated, forbidden, database_unavailable.
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { isPage } from "#functions/content/pages.ts";
import type { AppEnv } from "#functions/context.ts";
import type { FieldError } from "#functions/contract/problem.ts";
import { visitInput } from "#functions/contract/web-vitals.schema.ts";
import { type VitalsReport, visitLimit } from "#functions/contract/web-vitals.ts";
import { countVisit, readVitals } from "#functions/data/web-vitals.ts";
import { jsonBody } from "#functions/http/body.ts";
import { openEdgeCache } from "#functions/http/edge-cache.ts";
import { speedQuery } from "#functions/http/parameters.ts";
import { reading } from "#functions/http/reading.ts";
import { requireAdmin } from "#functions/http/require-admin.ts";
import { refuseForeignForm } from "#functions/http/same-origin.ts";
import { createTokenBucket } from "#functions/http/token-bucket.ts";
import { describeFault, logLine } from "#functions/log.ts";
import { Problem } from "#functions/problem.ts";

/** What one isolate hands on to the database, whoever sends it. */
const takeToken = createTokenBucket({ burst: 60, perSecond: 10 });

const ownVisit = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.environment.WEB_VITALS === "off") throw new Problem("not_found");
  refuseForeignForm(c);
  await next();
});

const noSuchPage: FieldError = { field: "page", code: "invalid_option" };

export const vitals = new Hono<AppEnv>()
  .post("/", ownVisit, jsonBody(visitInput, visitLimit), async (c) => {
    const visit = c.req.valid("json");
    const { environment, database } = c.var;
    if (!(await isPage(environment, visit.page, openEdgeCache(environment.SITE_ORIGIN, "api")))) {
      throw new Problem("invalid_fields", { errors: [noSuchPage] });
    }
    if (!takeToken()) throw new Problem("too_many_requests", { headers: { "Retry-After": "10" } });
    // After the answer, and once: who leaves waits for nothing, and a visit that is lost is one of many.
    const counted = countVisit(database, visit).catch((fault) =>
      logLine({ event: "visit_not_counted", ...describeFault(fault) }),
    );
    c.executionCtx.waitUntil(counted);
    return c.body(null, 204);
  })
  .get("/", requireAdmin, speedQuery, async (c) => {
    const { environment, authorised } = c.var;
    if (environment.WEB_VITALS === "on") return c.json(await readVitals(reading(c), c.req.valid("query")));
    // Who asks has to be an administrator all the same.
    await authorised({});
    return c.json({ measures: false } satisfies VitalsReport);
  });
