// Answers requests in place of Pages, rendered on demand from the sources. Vite loads this module, so a change to any
// module in it applies at once: addresses, queries, pictures, redirects, components.

import { getMimeType } from "hono/utils/mime";
import { createContentClient } from "#cms/content/client.ts";
import { languageAt, languages } from "#cms/content/site.ts";
import { framedHeader, toPreviewHeaders } from "#functions/contract/preview.ts";
import { readPublishedRevision } from "#local/product/site-build.ts";
import { privatePageAt } from "#web/app/paths.ts";
import { type PictureFile, readPicture } from "#web/build/build-cache.ts";
import { loadSite, type SiteContent } from "#web/build/content.ts";
import { readCardRecipe, toShareCardFile } from "#web/build/draw-share-card.ts";
import { createHeadersFile } from "#web/build/headers.ts";
import { icons } from "#web/build/icons.ts";
import { listPictureFiles } from "#web/build/pictures.ts";
import { picturesIn } from "#web/render/copy.ts";
import { makeDraft } from "#web/render/draft/draft-page.tsx";
import { makePage } from "#web/render/make-page.ts";
import { styledSources } from "#web/render/page-sources.ts";
import { createShareCard } from "#web/render/share-card.ts";
import { findDocument, notFoundAddress, type PageDocument } from "#web/render/site-documents.ts";
import {
  constantFiles,
  createRedirectsFile,
  createSecurityText,
  createSitemap,
  createWebManifest,
  securityExpiry,
  securityPath,
} from "#web/render/site-files.ts";
import { findRedirect, headersForVite } from "./pages-rules.ts";

export type PageRequest = {
  /** The path of the address. */
  path: string;
  content: { projectId: string; dataset: string; apiHost: string };
  siteOrigin: string;
  /** Returns the additional head elements of a page of these modules. */
  headOf(sources: string[]): Promise<string>;
};
export type PageAnswer = { status: number; headers: Record<string, string>; body: string | Buffer };

type SiteFiles = {
  content: SiteContent;
  redirects: string;
  /** File contents by address. */
  files: Record<string, string>;
  pictures: Map<string, PictureFile>;
};

let cachedSite: { revision: string | null; site: Promise<SiteFiles> } | undefined;

/**
 * Answers a request to the development server for a page or file of the site, as the built site does.
 * @throws Error with the faults of the sources or the content
 */
export async function answerDevPage(pageRequest: PageRequest): Promise<PageAnswer> {
  const site = await currentSite(pageRequest);
  const redirect = findRedirect(site.redirects, pageRequest.path);
  if (redirect && redirect.status !== 200) return redirectTo(redirect.to, redirect.status);
  const path = redirect?.to ?? pageRequest.path;

  const file = await readSiteFile(site, path);
  const headers = headersForVite(createHeadersFile({}), path);
  if (file !== null)
    return {
      status: 200,
      headers: { "Content-Type": getMimeType(path) ?? "application/octet-stream", ...headers },
      body: file,
    };
  const { pages } = site.content.published;
  const pathWithoutSlash = path.replace(/(.)\/$/, "$1");
  const language = languageAt(path);
  const document = findDocument(pathWithoutSlash, pages) ?? {
    screen: "not-found" as const,
    name: null,
    language,
    address: notFoundAddress(language),
  };
  if (document.screen !== "not-found" && path !== pathWithoutSlash) return redirectTo(pathWithoutSlash, 308);
  return {
    status: document.screen === "not-found" ? 404 : 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Published": site.content.published.fingerprint,
      ...headers,
    },
    body: await renderDocument(pageRequest, site.content, document),
  };
}

const redirectTo = (address: string, status: number): PageAnswer => ({
  status,
  headers: { Location: address },
  body: "",
});

/** Returns the content of the site and its files, cached until the next publication. Failures are not cached. */
async function currentSite({ content, siteOrigin }: PageRequest): Promise<SiteFiles> {
  const revision = await readPublishedRevision(content.apiHost);
  if (cachedSite?.revision !== revision || revision === null)
    cachedSite = { revision, site: readSite(content, siteOrigin) };
  try {
    return await cachedSite.site;
  } catch (error) {
    cachedSite = undefined;
    throw error;
  }
}

/**
 * Reads the content, and derives redirects, files and pictures from it, as the build does. The pictures are encoded
 * faster, and are larger files.
 */
async function readSite(options: PageRequest["content"], siteOrigin: string): Promise<SiteFiles> {
  const content = await loadSite(options);
  const { settings } = content;
  const recipe = await readCardRecipe();
  const cards = content.pages.flatMap((page) =>
    languages.map((language) => createShareCard({ settings, page }, language, recipe)),
  );
  const pictures = [
    ...[...picturesIn(content.pages)].flatMap((picture) => listPictureFiles(picture, true)),
    ...(await Promise.all(cards)).flatMap((card) => card ?? []).map(toShareCardFile),
  ];
  return {
    content,
    redirects: createRedirectsFile(content.redirects),
    files: {
      ...constantFiles(siteOrigin),
      "/sitemap.xml": createSitemap(siteOrigin, content.published.pages),
      "/site.webmanifest": createWebManifest(settings),
      [securityPath]: createSecurityText(siteOrigin, settings.email, securityExpiry(new Date())),
    },
    pictures: new Map(pictures.map((picture) => [picture.address, picture])),
  };
}

/** Returns the picture, icon or generated file at a path; null if there is none, as for a page. */
async function readSiteFile({ files, pictures }: SiteFiles, path: string): Promise<string | Buffer | null> {
  const picture = pictures.get(path);
  if (picture) return readPicture(picture);
  const name = path.slice(1);
  if (Object.hasOwn(icons, name)) return (await icons[name]?.()) ?? null;
  return (Object.hasOwn(files, path) && files[path]) || null;
}

/** Renders a page from the sources, with the script and the styles of the development server in place of the bundle. */
async function renderDocument(
  { siteOrigin, headOf }: PageRequest,
  content: SiteContent,
  { screen, name, language }: PageDocument,
): Promise<string> {
  const page = content.pages.find((candidate) => candidate.name === name) ?? null;
  const parts = {
    siteOrigin,
    styles: null,
    loader: { src: "/local/dev/browser/page.ts" },
    preview: { script: { src: "" }, styles: [] },
    cardRecipe: await readCardRecipe(),
  };
  const { make } = await makePage(parts, { ...content, page }, screen, language);
  const html = await make();
  const head = await headOf(styledSources(screen, page));
  return html.replace("</head>", () => `${head}</head>`);
}

/**
 * A preview of drafts. `studio` is the origin of the Studio that frames the page, null for the holder of a link.
 * `token` reads the drafts.
 */
export type DevPreview = { studio: string | null; token: string; headers: Record<string, unknown> };

/** Renders a page with the unpublished changes of editors; null for a private page or a file, which have no drafts. */
export async function answerDevDraft(
  pageRequest: PageRequest,
  preview: DevPreview,
): Promise<PageAnswer | null> {
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
