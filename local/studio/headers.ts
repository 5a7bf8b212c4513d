/**
 * The security headers of every answer of the Studio. Sanity's dashboard may show it in a frame, and its sign-in opens a window. Scripts and
 * connections are Sanity's to choose, so the policy does not name them.
 */
export const studioHeaders = {
  "Strict-Transport-Security": "max-age=31536000",
  "Content-Security-Policy":
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self' https://www.sanity.io",
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Returns the same as the `_headers` file of Pages. */
export const studioHeadersFile = (): string =>
  `/*\n${Object.entries(studioHeaders)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join("")}`;
