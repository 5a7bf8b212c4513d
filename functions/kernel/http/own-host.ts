import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";
import { Problem } from "./problem.ts";

/** Whether a host name, as `URL.hostname` writes it, is one of this machine's own, whatever a name server says. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/**
 * Refuses a form that another site's page has posted. Browsers say where a form comes from in `Sec-Fetch-Site` and
 * `Origin`; the latter is `null` where a referrer policy hides it, and a client that sends neither is no browser.
 * @throws Problem foreign_origin
 */
export function refuseForeignForm(c: Context<AppEnv>): void {
  const site = c.req.header("Sec-Fetch-Site");
  const origin = c.req.header("Origin");
  const own = [c.var.environment.SITE_ORIGIN, new URL(c.req.url).origin];
  const foreign =
    (site !== undefined && site !== "same-origin") ||
    (origin !== undefined && !own.includes(origin) && !(origin === "null" && site !== undefined));
  if (foreign) throw new Problem("foreign_origin");
}

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
