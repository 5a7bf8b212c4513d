/**
 * Security headers of pages and API answers. HSTS lasts a year and covers this host alone. The company's other hosts
 * may have other owners or use plain HTTP, and browsers would not reach them until the year ends.
 */
export const sharedSecurityHeaders = {
  "Strict-Transport-Security": "max-age=31536000",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Origin of the script and the frame of Cloudflare Turnstile. */
export const turnstileOrigin = "https://challenges.cloudflare.com";

/** Policy of pictures: a picture that is opened by its address runs no script and loads nothing. */
export const picturePolicy = "default-src 'none'; sandbox";

/**
 * Returns the hash by which a policy allows the style in a document, such as `sha256-…` (CSP Level 3 §2.3.1); null
 * without a style.
 */
export async function hashStyle(html: string): Promise<string | null> {
  const [, css] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  if (css === undefined) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(css));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Returns a Content-Security-Policy that also allows the style with this hash. */
export const allowStyle = (policy: string, hash: string): string =>
  policy.includes(`'${hash}'`) ? policy : policy.replace("style-src 'self'", `$& '${hash}'`);
