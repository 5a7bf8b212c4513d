/** The cookie of a browser that may see drafts. Its prefix binds it to this host and to HTTPS. */
export const previewCookie = "__Host-preview";

/** Says of a request that its page is shown in a frame, where the browser does not say so itself. */
export const framedHeader = "X-Preview-Framed";

/** The calls of the preview. */
export const previewPaths = {
  /** The Studio opens it with its secret. */
  enable: "/api/preview/enable",
  /** Ends the preview. */
  disable: "/api/preview/disable",
  /** Makes a link for a colleague: `{path}` → `{url, expires_at}`. */
  link: "/api/preview/link",
  /** What such a link opens. */
  open: "/api/preview/open",
} as const;

/** Answer of `POST /api/preview/link`; `expires_at` is ISO 8601. */
export type PreviewLink = { url: string; expires_at: string };

/** How long the Studio's preview lasts, and how long a link opens, in seconds. */
export const previewLifetime = { studio: 3_600, link: 86_400 } as const;

/** The token in a request's cookies; undefined for every visitor. */
export const previewTokenIn = (cookies: string | null | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${previewCookie}=([^;]+)`).exec(cookies ?? "")?.[1];

/** The headers of a page, opened to the Studio's frame, and to the styles that its overlays put in. */
export function previewHeaders(given: Record<string, string>, studio: string | null): Record<string, string> {
  const { "X-Frame-Options": frames = "", "Content-Security-Policy": policy = "", ...others } = given;
  return {
    ...others,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
    ...(studio
      ? {
          "Content-Security-Policy": policy
            .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
            .replace("frame-ancestors 'none'", `frame-ancestors ${studio}`),
          // The Studio opens the page in a window of its own, too, and speaks with it.
          "Cross-Origin-Opener-Policy": "unsafe-none",
        }
      : {
          "Content-Security-Policy": policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
          "X-Frame-Options": frames,
        }),
  };
}
