import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Manifest } from "vite";
import { isFixedPage } from "#cms/content/addresses.ts";
import { computeRevision } from "#cms/content/revision.ts";
import { type Language, languages } from "#cms/content/site.ts";
import type { Script } from "#web/app/document.tsx";
import type { SiteParts } from "#web/render/make-page.ts";
import { appSource, loaderSource, screenSource } from "#web/render/page-sources.ts";
import { listPageDocuments } from "#web/render/site-documents.ts";
import {
  constantFiles,
  contentFiles,
  contentFileTexts,
  createRedirectsFile,
  type FileParts,
  redirectsByAddress,
  securityExpiry,
  securityPolicyPath,
} from "#web/render/site-files.ts";
import { checkBudgets } from "./budgets.ts";
import { type Bundler, bundleForBrowser, bundleRenderer } from "./bundle.ts";
import { ContentAway, loadSite, readStoredCopy, type SiteContent, storeCopy } from "./content.ts";
import { readCardRecipe } from "./draw-share-card.ts";
import { createHeadersFile, documentHeaders } from "./headers.ts";
import { icons } from "./icons.ts";
import { writePictures } from "./pictures.ts";
import { bundleStyles } from "./styles.ts";
import { listFiles, weighScripts } from "./weights.ts";
import { type Write, writePages } from "./write-pages.ts";

type BuildOptions = {
  /** The output directory, as an absolute path. */
  outDirectory: string;
  /** The source of the content. */
  content: { projectId: string; dataset: string; apiHost?: string; token?: string };
  /** The origin of the site without trailing slash, for example `https://guaria.example`. */
  siteOrigin: string;
  /** The Cloudflare Web Analytics token of the site, with which public pages load the beacon. */
  analyticsToken?: string;
  /** Builds from the copy of the last build that reached the CMS if the CMS is unavailable. */
  offlineCopy?: boolean;
  /** Whether pictures may be larger, so that they are encoded faster. */
  quickPictures?: boolean;
  /** Bundles the scripts and the renderer, by default with Vite. */
  bundle?: Bundler | undefined;
  /**
   * Receives a sentence for each page over its budget, for each text that a share card draws incompletely, and for each
   * page or part of the content that the site leaves out. They fail no build, because editors may publish them.
   */
  onWarning?: (sentence: string) => void;
  /** Receives the current step. */
  onStep?: (step: string) => void;
};

const securityPolicy = new URL("../../SECURITY.md", import.meta.url);

/** The time at which the copy was read (ISO 8601), and the reason why it is not current. */
type OlderCopy = { keptAt: string; reason: string };

/**
 * Builds the whole static site: all pages in both languages, the files that they load, and the files that configure
 * Pages. Within a month, the same content and sources give the same files.
 * @returns the time of the stored copy and the reason for its use, or null for the current content
 * @throws Error in one sentence when the CMS is unavailable or a script is over its budget; ContentError when the company
 * details, the menu or the home page are missing
 */
export async function build(options: BuildOptions): Promise<OlderCopy | null> {
  const { outDirectory, content, analyticsToken, bundle } = options;
  const { onWarning = () => {}, onStep = () => {} } = options;
  onStep("its content");
  const { site: loadedSite, olderCopy } = await loadSiteToBuild(options);
  await mkdir(outDirectory, { recursive: true });
  const write: Write = async (name, data) => {
    const file = join(outDirectory, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, data);
  };

  const onPicture = (pictureIndex: number, pictureCount: number) =>
    onStep(`pictures ${pictureIndex} of ${pictureCount}`);
  const readableSite = await writePictures(outDirectory, loadedSite, onPicture, options.quickPictures);
  for (const line of readableSite.leftOut) onWarning(`Left out: ${line}`);
  onStep("scripts and styles");
  const { manifest, chunks } = await bundleForBrowser(outDirectory, bundle);
  await checkBudgets("scripts", await weighScripts(outDirectory, manifest, chunks));
  const browserParts = await createParts(options, manifest);
  const bundled = await bundleRenderer(outDirectory, bundle);
  const screens = await bundled.createRenderer(browserParts).makeScreens({ ...readableSite, page: null });
  const parts = { ...browserParts, screens };
  const renderer = bundled.createRenderer(parts);
  const {
    site,
    revisions: documents,
    styles,
  } = await writePages({
    ...options,
    site: readableSite,
    renderer,
    cardRecipe: parts.cardRecipe,
    write,
  });
  Object.assign(documents, await writeContentFiles(write, parts, site));
  await writeRootFiles(write, options, site);
  await write("_headers", createHeadersFile(styles, analyticsToken));

  const record = {
    fingerprint: site.published.fingerprint,
    documents,
    pages: Object.fromEntries(
      listPageDocuments(site.published.pages).flatMap(({ name, address }) =>
        name && !isFixedPage(name) ? [[address, name] as const] : [],
      ),
    ),
    redirects: redirectsByAddress(site.redirects),
    styles,
    headers: documentHeaders(analyticsToken),
  };
  const id = await computeRevision([record, parts, bundled.hash]);
  await bundled.complete({ id, ...record }, parts);
  // Identifies the served build. The scheduled Worker compares it with the published content.
  await write("build.json", JSON.stringify({ id, fingerprint: record.fingerprint }));
  if (!olderCopy) await storeCopy(content, site);
  return olderCopy;
}

/**
 * Returns the address of a bundled script and its hash, against which browsers check it. Imported chunks have no hash,
 * because only an import map in each document could name them.
 */
async function readScript(outDirectory: string, manifest: Manifest, source: string): Promise<Script> {
  const file = manifest[source]?.file ?? "";
  const hash = createHash("sha256").update(await readFile(join(outDirectory, file)));
  return { src: `/${file}`, integrity: `sha256-${hash.digest("base64")}` };
}

/** Returns the parts of documents that do not depend on the content: addresses of bundled files, and settings. */
async function createParts(
  { outDirectory, siteOrigin, analyticsToken }: BuildOptions,
  manifest: Manifest,
): Promise<SiteParts & FileParts> {
  const toScript = (source: string) => readScript(outDirectory, manifest, source);
  return {
    siteOrigin,
    styles: await bundleStyles(outDirectory, manifest),
    loader: await toScript(loaderSource),
    scripts: listScripts(manifest),
    ...(analyticsToken && { analyticsToken }),
    preview: {
      script: await toScript("web/preview/preview.ts"),
      styles: manifest["web/preview/preview.ts"]?.css?.map((file) => `/${file}`) ?? [],
    },
    securityExpires: securityExpiry(new Date()),
    cardRecipe: await readCardRecipe(),
  };
}

/**
 * Lists the scripts of pages, by language, and of lazy sections. The loader requests them on a page with the contact
 * form when the browser is idle, so that the form works after the network is lost.
 */
function listScripts(manifest: Manifest): NonNullable<SiteParts["scripts"]> {
  const listPageFiles = (language: Language) =>
    [appSource, screenSource("content"), `web/language/messages/${language}/site.ts`].flatMap((source) =>
      listFiles(manifest, source),
    );
  const lazySections = Object.keys(manifest).filter(
    (source) => source.startsWith("web/sections/") && manifest[source]?.isDynamicEntry,
  );
  return {
    pages: Object.fromEntries(
      languages.map((language) => [language, [...new Set(listPageFiles(language))]]),
    ) as Record<Language, string[]>,
    sections: Object.fromEntries(lazySections.map((source) => [source, listFiles(manifest, source)])),
  };
}

/** Writes the files that depend on the content, apart from pages; returns the revision of each by its address. */
async function writeContentFiles(
  write: Write,
  parts: FileParts,
  { settings, redirects, published }: SiteContent,
): Promise<Record<string, string>> {
  const texts = contentFileTexts(parts, {
    settings: async () => settings,
    redirects: async () => redirects,
    pages: published.pages,
  });
  const revisions: Record<string, string> = {};
  for (const address of contentFiles) {
    const text = await texts[address]();
    revisions[address] = await computeRevision(text);
    // Pages reads the redirects in another format (`writeRootFiles`).
    if (address !== "/_redirects") await write(address, text);
  }
  return revisions;
}

/** Writes the redirects of Pages, `robots.txt`, the text of `SECURITY.md` and the icons. */
async function writeRootFiles(
  write: Write,
  { siteOrigin }: BuildOptions,
  { redirects }: SiteContent,
): Promise<void> {
  await write("_redirects", createRedirectsFile(redirects));
  for (const [address, text] of Object.entries(constantFiles(siteOrigin))) await write(address, text);
  await write(securityPolicyPath, await readFile(securityPolicy));
  for (const [name, make] of Object.entries(icons)) await write(name, await make());
}

/**
 * Reads the content, or, with `offlineCopy`, the copy of the last build if the CMS is unavailable.
 * @throws Error that says whether a copy exists, and how to use it
 */
async function loadSiteToBuild({
  content,
  offlineCopy,
}: BuildOptions): Promise<{ site: SiteContent; olderCopy: OlderCopy | null }> {
  try {
    return { site: await loadSite(content), olderCopy: null };
  } catch (error) {
    if (!(error instanceof ContentAway)) throw error;
    const storedCopy = await readStoredCopy(content);
    if (storedCopy && offlineCopy) {
      return { site: storedCopy.site, olderCopy: { keptAt: storedCopy.keptAt, reason: error.message } };
    }
    const advice = storedCopy
      ? `--offline-copy builds it with the copy of ${storedCopy.keptAt}`
      : "no earlier build has kept a copy";
    throw new Error(`${error.message}; the site was not built, ${advice}.`, { cause: error });
  }
}
