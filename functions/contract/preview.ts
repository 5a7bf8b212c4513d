/** Cookie with which a browser may see drafts. Its prefix binds it to this host and to HTTPS. */
export const previewCookie = "__Host-preview";

/** Request header that says that the page is shown in a frame, if the browser does not say so itself. */
export const framedHeader = "X-Preview-Framed";

/** Paths of the preview calls. */
export const previewPaths = {
  /** Starts the preview of the Studio, by a secret. */
  enable: "/api/preview/enable",
  /** Ends the preview. */
  disable: "/api/preview/disable",
  /** Creates a link for a colleague: `{path}` → `{url, expires_at}`. */
  link: "/api/preview/link",
  /** Starts a preview by such a link. */
  open: "/api/preview/open",
} as const;

/** Answer of `POST /api/preview/link`; `expires_at` is ISO 8601. */
export type PreviewLink = { url: string; expires_at: string };

/** Lifetime of the Studio's preview and of a preview link, in seconds. */
export const previewLifetimeSeconds = { studio: 3_600, link: 86_400 } as const;

/** Returns the preview token in a request's cookies; undefined for visitors. */
export const findPreviewToken = (cookies: string | null | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${previewCookie}=([^;]+)`).exec(cookies ?? "")?.[1];

/**
 * Returns the headers of a page with drafts. They allow the frame of the Studio at the origin `studio`, null for a
 * preview link, and the styles that its overlays insert. No cache and no search engine may keep the page.
 */
export function toPreviewHeaders(
  pageHeaders: Record<string, string>,
  studio: string | null,
): Record<string, string> {
  const {
    "X-Frame-Options": frameOptions = "",
    "Content-Security-Policy": policy = "",
    ...otherHeaders
  } = pageHeaders;
  const editablePolicy = policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'");
  return {
    ...otherHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
    ...(studio
      ? {
          "Content-Security-Policy": editablePolicy.replace(
            "frame-ancestors 'none'",
            `frame-ancestors ${studio}`,
          ),
          // The Studio also opens the page in a window of its own and communicates with it.
          "Cross-Origin-Opener-Policy": "unsafe-none",
        }
      : { "Content-Security-Policy": editablePolicy, "X-Frame-Options": frameOptions }),
  };
}
