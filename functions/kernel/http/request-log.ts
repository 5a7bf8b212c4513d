import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { openLogSink } from "#functions/kernel/log/log-sink.ts";
import type { AppEnv } from "./context.ts";

/**
 * Writes one log line a request: its route, its status, and the stack of an unexpected fault. It contains no personal
 * data.
 */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const sendLines = openLogSink(c.env);
  const startedAt = performance.now();
  await next();
  logLine({
    request_id: c.var.requestId,
    method: c.req.method,
    // The documented path, without the pattern of its parameter.
    route: routePath(c, -1).replace(/\{[^}]*\}/g, ""),
    status: c.res.status,
    milliseconds: Math.round(performance.now() - startedAt),
    ...(c.var.problem && { problem: c.var.problem }),
    ...(c.var.fault !== undefined && describeFault(c.var.fault)),
  });
  if (sendLines) c.executionCtx.waitUntil(sendLines());
});

/** Gives every request an id, which its response and its log line carry. */
export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const id = crypto.randomUUID();
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
});
