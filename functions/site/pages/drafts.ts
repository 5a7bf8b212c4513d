import { findPreviewToken, framedHeader, toPreviewHeaders } from "#functions/contract/preview.ts";
import type { BuildRecord, PictureSource } from "#functions/contract/site-renderer.ts";
import { readEnvironment } from "#functions/env.ts";
import { readRenderer } from "#functions/site/build-modules.ts";
import { contentSource } from "#functions/site/content/source.ts";
import { type Preview, readLivePreview } from "#functions/site/preview/tokens.ts";

/** Returns the preview that the cookie of a request allows; null without a valid one. @throws EnvironmentError */
export async function readPreview(
  request: Request,
  bindings: Record<string, unknown>,
): Promise<Preview | null> {
  const token = findPreviewToken(request.headers.get("Cookie"));
  if (!token) return null;
  return readLivePreview(await readEnvironment(bindings), "preview", token);
}

/** Finds the source of a picture that drafts show, for the same reader. @throws Error if the CMS does not answer */
export async function findDraftPicture(
  address: string,
  bindings: Record<string, unknown>,
): Promise<PictureSource | null> {
  const source = contentSource(await readEnvironment(bindings), "drafts");
  const picture = await (await readRenderer()).findPicture(source, address);
  return picture === "cut" ? null : picture;
}

/**
 * Renders a page with its current drafts, for an editor or the holder of a preview link.
 * @throws Error if the CMS does not answer
 */
export async function answerDraft(
  request: Request,
  bindings: Record<string, unknown>,
  { headers }: BuildRecord,
  { studio }: Preview,
): Promise<Response> {
  const environment = await readEnvironment(bindings);
  const renderer = await readRenderer();
  const isFramed = request.headers.get("Sec-Fetch-Dest") === "iframe" || request.headers.has(framedHeader);
  const { pathname: path } = new URL(request.url);
  const source = contentSource(environment, "drafts");
  const { html, status } = await renderer.makeDraft(source, { path, studio, isFramed });
  return new Response(request.method === "HEAD" ? null : html, {
    status,
    headers: toPreviewHeaders(headers.private, studio),
  });
}
