import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#functions/context.ts";
import { isLoopback } from "#functions/contract/loopback.ts";
import { Problem } from "#functions/problem.ts";

/**
 * Refuses, where the site is on this machine, requests for any but a name of this machine: a foreign name that leads
 * here would make its pages the API's own origin. Elsewhere the platform routes by name, and every name that the
 * company gave the site may send a message.
 * @throws Problem misdirected_request
 */
export const ownHost = createMiddleware<AppEnv>(async (c, next) => {
  const isHere = isLoopback(new URL(c.var.environment.SITE_ORIGIN).hostname);
  if (isHere && !isLoopback(new URL(c.req.url).hostname)) throw new Problem("misdirected_request");
  await next();
});
