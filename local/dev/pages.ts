// What Pages answers with, made on request out of the sources. Vite loads this module, so that a change to anything in it
// counts at once: addresses, queries, pictures, redirects, components.

import { languages, path as pathOf } from "#cms/content/site.ts";
import { publishedRevision } from "#local/build/site-build.ts";
import { mediaType } from "#local/processes/media-type.ts";
import { screenAt } from "#web/app/paths.ts";
import { renderPage } from "#web/app/prerender.tsx";
import { loadSite, publicPages, type SiteContent } from "#web/build/content.ts";
import { documentParts } from "#web/build/document-parts.ts";
import { icons } from "#web/build/icons.ts";
import { type MadePicture, readPicture } from "#web/build/kept.ts";
import { picturesIn, sizesOf } from "#web/build/pictures.ts";
import { shareCardOf } from "#web/build/share-cards.ts";
import { headersFile, siteFiles } from "#web/build/site-files.ts";
import { styledSources } from "#web/build/styles.ts";
import { headersOf, redirectOf } from "./pages-rules.ts";

export type Wanted = {
  /** The path of the address. */
  path: string;
  content: { projectId: string; dataset: string; apiHost: string };
  siteOrigin: string;
  /** What a page that is made of these modules has in its head here, beside what it has anyway. */
  headOf(sources: string[]): Promise<string>;
};
export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer };

type Site = { content: SiteContent; files: Record<string, string>; pictures: Map<string, MadePicture> };

let known: { revision: string | null; site: Promise<Site> } | undefined;

/** What an address of the site is answered with. @throws what is wrong with the sources or the content */
export async function answer(wanted: Wanted): Promise<Answer> {
  const site = await currentSite(wanted);
  const redirect = redirectOf(site.files._redirects ?? "", wanted.path);
  if (redirect && redirect.status !== 200) return to(redirect.to, redirect.status);
  const path = redirect?.to ?? wanted.path;

  const file = await fileAt(site, path);
  const headers = headersOf(headersFile([]), path);
  if (file !== null)
    return { status: 200, headers: { "Content-Type": mediaType(path), ...headers }, body: file };
  const { screen, language } = screenAt(path);
  if (screen !== "not-found" && path !== pathOf(screen, language)) return to(pathOf(screen, language), 308);
  return {
    status: screen === "not-found" ? 404 : 200,
    headers: { "Content-Type": "text/html; charset=utf-8", ...headers },
    body: await documentOf(wanted, site.content, { screen, language }),
  };
}

const to = (address: string, status: number): Answer => ({
  status,
  headers: { Location: address },
  body: "",
});

/** The site's content, read again when something was published since. */
async function currentSite({ content, siteOrigin }: Wanted): Promise<Site> {
  const revision = await publishedRevision(content.apiHost);
  if (known?.revision !== revision || revision === null)
    known = { revision, site: readSite(content, siteOrigin) };
  try {
    return await known.site;
  } catch (error) {
    known = undefined;
    throw error;
  }
}

async function readSite(options: Wanted["content"], siteOrigin: string): Promise<Site> {
  const content = await loadSite(options);
  const cards = publicPages.flatMap((page) =>
    languages.map((language) => shareCardOf(content, page, language)),
  );
  const pictures = [
    ...[...picturesIn([...content.pages.values()])].flatMap(sizesOf),
    ...(await Promise.all(cards)).map(({ picture }) => picture),
  ];
  return {
    content,
    files: siteFiles(content, siteOrigin),
    pictures: new Map(pictures.map((picture) => [picture.address, picture])),
  };
}

async function fileAt({ files, pictures }: Site, path: string): Promise<string | Buffer | null> {
  const name = path.slice(1);
  const picture = pictures.get(path);
  if (picture) return readPicture(picture);
  if (Object.hasOwn(icons, name)) return (await icons[name]?.()) ?? null;
  return Object.hasOwn(files, name) && !name.startsWith("_") ? (files[name] ?? null) : null;
}

async function documentOf(
  { siteOrigin, headOf }: Wanted,
  content: SiteContent,
  { screen, language }: ReturnType<typeof screenAt>,
): Promise<string> {
  const { copy, share, hasForm } = await documentParts(content, screen, language);
  const formDraft = hasForm ? "/web/app/form-draft.ts" : null;
  const html = await renderPage({
    ...{ screen, language, copy, siteOrigin, shareCard: share?.card ?? null, styles: [], formDraft },
    loader: "/local/dev/browser/page.ts",
  });
  const { app, screenSource, sections } = styledSources(screen, copy.page);
  const head = await headOf([app, screenSource, ...sections]);
  return (
    html
      .replace("</head>", () => `${head}</head>`)
      // A module here, where the build has a script by itself: it comes a moment later.
      .replace(`<script src="${formDraft}">`, `<script type="module" src="${formDraft}">`)
  );
}
