import { type Preview, readPreviewToken } from "#functions/auth/preview-tokens.ts";
import { contentSource } from "#functions/content/source.ts";
import { framedHeader, previewCookie } from "#functions/contract/preview.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import { readEnvironment } from "#functions/env.ts";
import { readRenderer } from "./built.ts";

/** What a request may see of drafts; null for every visitor. Its cookie is all that says so. @throws EnvironmentError */
export async function readPreview(
  request: Request,
  bindings: Record<string, unknown>,
): Promise<Preview | null> {
  const [, token] =
    new RegExp(`(?:^|;\\s*)${previewCookie}=([^;]+)`).exec(request.headers.get("Cookie") ?? "") ?? [];
  if (!token) return null;
  const { signingKeys, SITE_ORIGIN } = await readEnvironment(bindings);
  return readPreviewToken(signingKeys, SITE_ORIGIN, "preview", token);
}

/** A page with its drafts, as they are now. @throws whatever keeps the CMS from answering */
export async function answerDraft(
  request: Request,
  bindings: Record<string, unknown>,
  { headers }: BuildRecord,
  address: string,
  { studio }: Preview,
): Promise<Response> {
  const environment = await readEnvironment(bindings);
  const renderer = await readRenderer();
  const isFramed = request.headers.get("Sec-Fetch-Dest") === "iframe" || request.headers.has(framedHeader);
  const { pathname: path } = new URL(request.url);
  const source = contentSource(environment, "drafts");
  const { html, status } = await renderer.makeDraft(source, { address, path, studio, isFramed });
  return new Response(request.method === "HEAD" ? null : html, {
    status,
    headers: draftHeaders(headers.other, studio),
  });
}

/** The headers of a page, opened to the Studio's frame, and to the styles that its overlays put in. */
function draftHeaders(given: Record<string, string>, studio: string | null): Record<string, string> {
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
