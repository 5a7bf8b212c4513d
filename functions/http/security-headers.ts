import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { sharedSecurityHeaders } from "#functions/contract/security-headers.ts";

const ownHeaders = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
});

// What a document may load, and what it says of itself when it posts its form, is not what holds for data.
const ofDocuments = ["content-security-policy", "referrer-policy"];

/** The security headers of every answer of the API: no frame, nothing of another origin, and no document but one that brings its own policy. */
export const securityHeaders = createMiddleware(async (c, next) => {
  let brought: [name: string, value: string][] = [];
  await ownHeaders(c, async () => {
    await next();
    brought = [...c.res.headers].filter(([name]) => ofDocuments.includes(name));
  });
  for (const [name, value] of Object.entries(sharedSecurityHeaders)) c.res.headers.set(name, value);
  for (const [name, value] of brought) c.res.headers.set(name, value);
});

/** What the API says is for the one who asked, now; a route that knows better says so itself. */
export const noStore = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});
