import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import { fieldCode as code, objectCode } from "#functions/contract/field-code.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { rejectForeignOrigin } from "#functions/kernel/http/own-host.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { createTokenBucket } from "#functions/kernel/http/token-bucket.ts";
import { logLine } from "#functions/kernel/log/log.ts";

/** Maximum size of a report's body, in bytes. */
const maxReportBytes = 1_024;

/**
 * Body of `POST /api/hydration-errors`: the page's path, and the number of React's error (https://react.dev/errors) or
 * 0 without one.
 */
export const hydrationErrorInput = v.strictObject(
  {
    path: v.pipe(
      v.string(code("invalid_type")),
      v.maxLength(200, code("too_long")),
      v.regex(/^\/[\w/-]*$/, code("invalid_option")),
    ),
    error: v.pipe(
      v.number(code("invalid_type")),
      v.integer(code("invalid_option")),
      v.minValue(0, code("invalid_option")),
      v.maxValue(9_999, code("invalid_option")),
    ),
  },
  objectCode,
);

// Logs that a page was changed before React hydrated it, so React rendered it anew. Nothing is stored.

/** Limits the reports that an isolate logs, so that a client cannot flood the log. */
const takeToken = createTokenBucket({ burst: 20, perSecond: 0.2 });

const requireOwnPage = createMiddleware<AppEnv>(async (c, next) => {
  rejectForeignOrigin(c);
  await next();
});

export const hydrationErrors = new Hono<AppEnv>().post(
  "/",
  requireOwnPage,
  jsonBody(hydrationErrorInput, maxReportBytes),
  (c) => {
    if (!takeToken()) throw new Problem("too_many_requests", { headers: { "Retry-After": "60" } });
    const { path, error } = c.req.valid("json");
    logLine({ event: "hydration_failed", path, error });
    return c.body(null, 204);
  },
);
