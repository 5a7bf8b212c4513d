import { createMiddleware } from "hono/factory";
import { sharedSecurityHeaders } from "#functions/contract/security-headers.ts";

// What a document may load, and what it says of itself when it posts its form, is not what holds for data.
const ofData = {
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

/** The security headers of every answer of the API: no frame, nothing of another origin, and no document but one that brings its own policy. */
export const securityHeaders = createMiddleware(async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(ofData)) if (!headers.has(name)) headers.set(name, value);
  for (const [name, value] of Object.entries(sharedSecurityHeaders)) headers.set(name, value);
});

/** What the API says is for the one who asked, now; a route that knows better says so itself. */
export const noStore = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});
