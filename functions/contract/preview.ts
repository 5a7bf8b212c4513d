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
