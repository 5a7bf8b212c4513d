import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { languages } from "#functions/contract/languages.ts";
import { pages, path, type Screen } from "./app/paths.ts";
import { bundleForBrowser, withPrerenderer } from "./build/bundle.ts";
import { copyOf, loadSite } from "./build/content.ts";
import { writeIcons } from "./build/icons.ts";
import { writePictures, writeSharePicture } from "./build/pictures.ts";
import { headersFile, siteFiles } from "./build/site-files.ts";
import { stylesOf } from "./build/styles.ts";

type BuildOptions = {
  /** Where the site goes: an absolute path. */
  outDirectory: string;
  /** Where its content comes from. */
  content: { projectId: string; dataset: string; apiHost?: string; token?: string };
  /** The address that the site will have, without a slash at the end, for example `https://guaria.example`. */
  siteOrigin: string;
};

/**
 * Builds the whole static site: every page in both languages as a file, what they load, and what Pages has to
 * know about them. The same content and sources give the same files.
 * @throws Error in one sentence when the CMS is away; ContentError when something in it is missing
 */
export async function build({ outDirectory, content, siteOrigin }: BuildOptions): Promise<void> {
  const site = await loadSite(content);
  await mkdir(outDirectory, { recursive: true });
  const write = async (name: string, text: string) => {
    const file = join(outDirectory, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };

  await writePictures(outDirectory, site);
  const shareImage = await writeSharePicture(outDirectory, site.settings.sharePicture);
  const manifest = await bundleForBrowser(outDirectory);
  const loader = `/${manifest["web/app/loader.ts"]?.file}`;
  const inlined = new Set<string>();

  await withPrerenderer(outDirectory, async ({ renderPage }) => {
    for (const screen of [...pages, "not-found"] as Screen[]) {
      for (const language of languages) {
        const copy = copyOf(site, screen, language);
        const styles = await stylesOf(outDirectory, manifest, screen, copy.page);
        for (const { css } of styles) inlined.add(css);
        const name = screen === "not-found" ? `${path("home", language)}/404` : path(screen, language);
        const html = await renderPage({ screen, language, copy, siteOrigin, shareImage, styles, loader });
        await write(name === "/" ? "index.html" : `${name}.html`, html);
      }
    }
  });

  await write("_headers", headersFile(inlined));
  for (const [name, text] of Object.entries(siteFiles(site, siteOrigin))) await write(name, text);
  await writeIcons(outDirectory);
}
