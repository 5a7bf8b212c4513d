import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { isLoopback } from "#functions/kernel/loopback.ts";
import type { AppEnv } from "./context.ts";
import { Problem } from "./problem.ts";

/**
 * Rejects a POST request, such as a form, from a page of another site. Browsers name the origin of the page in
 * `Sec-Fetch-Site` and `Origin`. `Origin` is `null` if a referrer policy hides it. A client that sends neither header
 * is no browser and passes.
 * @throws Problem foreign_origin
 */
export function rejectForeignOrigin(c: Context<AppEnv>): void {
  const site = c.req.header("Sec-Fetch-Site");
  const origin = c.req.header("Origin");
  const ownOrigins = [c.var.environment.SITE_ORIGIN, new URL(c.req.url).origin];
  const isForeign =
    (site !== undefined && site !== "same-origin") ||
    (origin !== undefined && !ownOrigins.includes(origin) && !(origin === "null" && site !== undefined));
  if (isForeign) throw new Problem("foreign_origin");
}

/**
 * Returns whether a request used the site's own host. All names of the local machine count as one, at any port. The
 * platform keeps permanent names for every deployment. An old deployment would still have bugs that were fixed since,
 * and pages under a foreign name would share the API's origin.
 */
export function isOwnHost(siteOrigin: string, url: string): boolean {
  const [siteUrl, requestUrl] = [new URL(siteOrigin), new URL(url)];
  return isLoopback(siteUrl.hostname) ? isLoopback(requestUrl.hostname) : requestUrl.host === siteUrl.host;
}

/** Rejects requests for another host. @throws Problem misdirected_request */
export const requireOwnHost = createMiddleware<AppEnv>(async (c, next) => {
  if (!isOwnHost(c.var.environment.SITE_ORIGIN, c.req.url)) throw new Problem("misdirected_request");
  await next();
});
