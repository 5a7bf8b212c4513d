import type { Context } from "hono";
import type { AppEnv } from "./context.ts";
import { Problem } from "./problem.ts";

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
