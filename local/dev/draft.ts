// Renders a draft page from the sources. Vite loads this module, as it does `pages.ts`.
import { createContentClient } from "#cms/content/client.ts";
import { framedHeader, toPreviewHeaders } from "#functions/contract/preview.ts";
import { privatePageAt } from "#web/app/paths.ts";
import { makeDraft } from "#web/build/draft/draft-page.tsx";
import { createHeadersFile } from "#web/build/headers.ts";
import { styledSources } from "#web/build/page-sources.ts";
import type { PageAnswer, PageRequest } from "./pages.ts";
import { headersForVite } from "./pages-rules.ts";

/** A preview of drafts, by the Studio at that origin or by a link, with the token that reads them. */
export type Preview = { studio: string | null; token: string; headers: Record<string, unknown> };

/** Renders a page with the unpublished changes of editors; null for a private page or a file, which have no drafts. */
export async function answerDraft(pageRequest: PageRequest, preview: Preview): Promise<PageAnswer | null> {
  if (privatePageAt(pageRequest.path) || /\.\w+$/.test(pageRequest.path)) return null;
  const source = createContentClient({ ...pageRequest.content, token: preview.token }).withConfig({
    perspective: "drafts",
  });
  const { siteOrigin, path } = pageRequest;
  const isFramed =
    preview.headers["sec-fetch-dest"] === "iframe" || framedHeader.toLowerCase() in preview.headers;
  const parts = {
    siteOrigin,
    styles: null,
    cardRecipe: "",
    loader: { src: "/local/dev/browser/page.ts" },
    preview: { script: { src: "/web/preview/preview.ts" }, styles: [] },
  };
  const { html, status } = await makeDraft(parts, source, { path, isFramed, studio: preview.studio });
  // Only the renderer knows the sections of the draft, so every draft gets the separate styles of the contact form.
  const head = await pageRequest.headOf(
    styledSources(status === 404 ? "not-found" : "content", { sections: [{ _type: "contactForm" }] }),
  );
  return {
    status,
    headers: toPreviewHeaders(headersForVite(createHeadersFile({}), path), preview.studio),
    body: html.replace("</head>", () => `${head}</head>`),
  };
}
