import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { languages, pages, path, prefixOf } from "#cms/content/site.ts";
import type { Screen } from "#web/app/paths.ts";
import { bundleForBrowser, withPrerenderer } from "./bundle.ts";
import { ContentAway, loadSite, type SiteContent } from "./content.ts";
import { documentParts } from "./document-parts.ts";
import { icons } from "./icons.ts";
import { putPicture } from "./kept.ts";
import { keepCopy, keptCopy } from "./kept-copy.ts";
import { writePictures } from "./pictures.ts";
import { headersFile, siteFiles } from "./site-files.ts";
import { readStyles } from "./styles.ts";

type BuildOptions = {
  /** Where the site goes: an absolute path. */
  outDirectory: string;
  /** Where its content comes from. */
  content: { projectId: string; dataset: string; apiHost?: string; token?: string };
  /** The address that the site will have, without a slash at the end, for example `https://guaria.example`. */
  siteOrigin: string;
  /** When the CMS is away: build with the copy of the last build that reached it. */
  offlineCopy?: boolean;
  /** Called with what is being made. */
  onStep?: (step: string) => void;
};

/** When the copy was read that the site was built with, ISO 8601, and why it is not the present one. */
type OlderCopy = { keptAt: string; reason: string };

/**
 * Builds the whole static site: every page in both languages as a file, what they load, and what Pages has to
 * know about them. The same content and sources give the same files. Answers with the copy's age where it is
 * not what the CMS says now.
 * @throws Error in one sentence when the CMS is away; ContentError when something in it is missing
 */
export async function build(options: BuildOptions): Promise<OlderCopy | null> {
  const { outDirectory, content, siteOrigin, onStep = () => {} } = options;
  onStep("its content");
  const { site, older } = await siteToBuild(options);
  await mkdir(outDirectory, { recursive: true });
  const write = async (name: string, data: string | Buffer) => {
    const file = join(outDirectory, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, data);
  };

  await writePictures(outDirectory, site, (done, all) => onStep(`pictures ${done} of ${all}`));
  onStep("scripts and styles");
  const manifest = await bundleForBrowser(outDirectory);
  const toAddress = (source: string) => `/${manifest[source]?.file}`;
  const loader = toAddress("web/app/loader.ts");
  const inlined = new Set<string>();

  await withPrerenderer(outDirectory, async ({ renderPage }) => {
    const screens = [...pages, "not-found"] as Screen[];
    let done = 0;
    for (const screen of screens) {
      for (const language of languages) {
        onStep(`pages ${done++} of ${screens.length * languages.length}`);
        const { copy, share, hasForm } = await documentParts(site, screen, language);
        const styles = await readStyles(outDirectory, manifest, screen, copy.page);
        for (const { css } of styles) inlined.add(css);
        const name = screen === "not-found" ? `${prefixOf(language)}/404` : path(screen, language);
        if (share) await putPicture(outDirectory, share.picture);
        const shareCard = share?.card ?? null;
        const formDraft = hasForm ? toAddress("web/app/form-draft.ts") : null;
        const scripts = { formDraft, loader };
        const html = await renderPage({ screen, language, copy, siteOrigin, shareCard, styles, ...scripts });
        await write(name === "/" ? "index.html" : `${name}.html`, html);
      }
    }
  });

  await write("_headers", headersFile(inlined));
  for (const [name, text] of Object.entries(siteFiles(site, siteOrigin))) await write(name, text);
  for (const [name, make] of Object.entries(icons)) await write(name, await make());
  if (!older) await keepCopy(content, site);
  return older;
}

async function siteToBuild({
  content,
  offlineCopy,
}: BuildOptions): Promise<{ site: SiteContent; older: OlderCopy | null }> {
  try {
    return { site: await loadSite(content), older: null };
  } catch (error) {
    if (!(error instanceof ContentAway)) throw error;
    const kept = await keptCopy(content);
    if (kept && offlineCopy) {
      return { site: kept.site, older: { keptAt: kept.keptAt, reason: error.message } };
    }
    const wayOut = kept
      ? `--offline-copy builds it with the copy of ${kept.keptAt}`
      : "no earlier build has kept a copy";
    throw new Error(`${error.message}; the site was not built, ${wayOut}.`, { cause: error });
  }
}
