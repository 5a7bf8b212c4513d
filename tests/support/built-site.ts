import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page as BrowserPage } from "@playwright/test";
import { languages, type Page, pages, path } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { bundleOnce } from "./bundles.ts";

export const siteOrigin = "https://guaria.example";

/** Returns the file that an address is served from. */
export const toFileName = (address: string) => (address === "/" ? "index.html" : `${address.slice(1)}.html`);

/** Every document of the site: its page, its language and its file. */
export const documents = [...pages, "not-found" as const].flatMap((page: Page | "not-found") =>
  languages.map((language) => ({
    shown: page,
    language,
    file:
      page === "not-found"
        ? { es: "404.html", en: "en/404.html" }[language]
        : toFileName(path(page, language)),
  })),
);

/** Lists the first group of every match in a text, or the whole match. */
export const listMatches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);

/** Serves the files of a built site to a browser's page, at the site's own addresses. */
export const serveFiles = (page: BrowserPage, folder: string) =>
  page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, /\.\w+$/.test(pathname) ? pathname : toFileName(pathname));
    await route.fulfill({ path: file }).catch(() => route.abort());
  });

/** Builds a site into its own folder, from a dataset with the launch copy or other documents. */
export async function buildSite(
  dataset: string,
  copy = readSeed(),
  options: Partial<
    Pick<
      Parameters<typeof build>[0],
      "siteOrigin" | "analyticsToken" | "onWarning" | "offlineCopy" | "bundle"
    >
  > = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  const site = join(folder, "first");
  const sanity = await startSanity({ ...localContent, dataset, port: 0, documents: copy });
  const content = { projectId: localContent.projectId, dataset, apiHost: sanity.origin };
  const olderCopy = await build({
    outDirectory: site,
    content,
    siteOrigin,
    bundle: bundleOnce,
    quickPictures: true,
    ...options,
  });
  const html = new Map(
    await Promise.all(
      documents.map(async ({ file }) => [file, await readFile(join(site, file), "utf8")] as const),
    ),
  );
  return {
    /** A folder for more builds, which `close` removes. */
    folder,
    /** The folder of the site. */
    site,
    /** The source of the content. */
    content,
    /** The older copy that the build used instead of the CMS. */
    olderCopy,
    /** Returns the text of a document. */
    page: (file: string) => html.get(file) ?? "",
    async close() {
      await sanity.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
