import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";

/** The security headers of every answer of the API: nothing in it is a document, a frame or another origin's. */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
  strictTransportSecurity: "max-age=31536000; includeSubDomains",
  xFrameOptions: "DENY",
});

/** What the API says is for the one who asked, now; a route that knows better says so itself. */
export const noStore = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});
