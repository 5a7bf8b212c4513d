import { createMiddleware } from "hono/factory";
import { isLoopback } from "#functions/contract/loopback.ts";
import type { AppEnv } from "./context.ts";
import { Problem } from "./problem.ts";

/**
 * Whether a request came by the name that the site has; of the names of one machine each is as good as another, at any
 * port. Every deployment can be reached by names that the platform has given it, for ever: one that is old would serve what
 * has been mended since, and a foreign name that leads here would make its pages the API's own origin.
 */
export function isOwnHost(siteOrigin: string, url: string): boolean {
  const [site, asked] = [new URL(siteOrigin), new URL(url)];
  return isLoopback(site.hostname) ? isLoopback(asked.hostname) : asked.host === site.host;
}

/** Refuses requests that came by another name. @throws Problem misdirected_request */
export const ownHost = createMiddleware<AppEnv>(async (c, next) => {
  if (!isOwnHost(c.var.environment.SITE_ORIGIN, c.req.url)) throw new Problem("misdirected_request");
  await next();
});
