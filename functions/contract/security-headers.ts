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

/**
 * Returns the hash by which a policy allows the style that a document carries, such as `sha256-…`; null where it carries none (CSP Level 3,
 * §2.3.1).
 */
export async function hashStyle(html: string): Promise<string | null> {
  const [, css] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  if (css === undefined) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(css));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Returns a Content-Security-Policy that allows one more style. */
export const allowStyle = (policy: string, hash: string): string =>
  policy.includes(`'${hash}'`) ? policy : policy.replace("style-src 'self'", `$& '${hash}'`);
