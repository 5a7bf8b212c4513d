/**
 * The security headers that a page and an answer of the API have alike. HTTPS is asked for a year, and for this host
 * alone: a company's other hosts may be in other hands or speak plain HTTP, and a browser that has once read otherwise
 * would be kept out of them until the year is over.
 */
export const sharedSecurityHeaders = {
  "Strict-Transport-Security": "max-age=31536000",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** The policy of pictures: opened by its address, a picture runs no script and loads nothing. */
export const picturePolicy = "default-src 'none'; sandbox";
