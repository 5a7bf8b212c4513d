// Logs that a page was changed before React hydrated it, which React then rendered anew. Nothing is stored.
// Access: anyone, from a page of the site. Problems: foreign_origin, malformed_request, unsupported_media_type, body_too_large, request_timeout,
// invalid_fields, too_many_requests.
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { refuseForeignForm } from "#functions/kernel/http/same-origin.ts";
import { createTokenBucket } from "#functions/kernel/http/token-bucket.ts";
import { logLine } from "#functions/kernel/log/log.ts";
import { hydrationErrorInput, hydrationErrorLimit } from "./hydration-error.schema.ts";

/** The reports that an isolate logs, so that nobody fills the log. */
const takeToken = createTokenBucket({ burst: 20, perSecond: 0.2 });

const fromOwnPage = createMiddleware<AppEnv>(async (c, next) => {
  refuseForeignForm(c);
  await next();
});

export const hydrationErrors = new Hono<AppEnv>().post(
  "/",
  fromOwnPage,
  jsonBody(hydrationErrorInput, hydrationErrorLimit),
  (c) => {
    if (!takeToken()) throw new Problem("too_many_requests", { headers: { "Retry-After": "60" } });
    const { path, error } = c.req.valid("json");
    logLine({ event: "hydration_failed", path, error });
    return c.body(null, 204);
  },
);
