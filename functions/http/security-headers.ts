import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { sharedSecurityHeaders } from "#functions/contract/security-headers.ts";

const ownHeaders = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
});

/** The security headers of every answer of the API: nothing in it is a document, a frame or another origin's. */
export const securityHeaders = createMiddleware(async (c, next) => {
  await ownHeaders(c, next);
  for (const [name, value] of Object.entries(sharedSecurityHeaders)) c.res.headers.set(name, value);
});

/** What the API says is for the one who asked, now; a route that knows better says so itself. */
export const noStore = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});
