// The HTML of one page, in both languages, of what a CMS says: node render-page.ts API_HOST PAGE. It runs where it lies, so that a
// copy of the sources can be shown as they are there.
import { fileURLToPath } from "node:url";
import { createContentClient } from "#cms/content/client.ts";
import { loadPage, loadSettings } from "#cms/content/load.ts";
import { languages, type PageName } from "#cms/content/site.ts";
import { withPrerenderer } from "#web/build/bundle.ts";
import { toCopy } from "#web/build/content.ts";

const [apiHost = "", name = "home"] = process.argv.slice(2);
const screen = name as PageName;
const client = createContentClient({ projectId: "vitrina0", dataset: "production", apiHost });
const page = await loadPage(client, screen);
const site = {
  settings: await loadSettings(client),
  redirects: [],
  pages: new Map([[screen, page]]),
};
await withPrerenderer(fileURLToPath(new URL("page", import.meta.url)), async ({ renderPage }) => {
  for (const language of languages) {
    const copy = toCopy(site, screen, language);
    const rest = {
      siteOrigin: "https://casa.example",
      shareCard: null,
      styles: [],
      formDraft: null,
      loader: "",
    };
    process.stdout.write(`${await renderPage({ screen: screen, language, copy, ...rest })}\n`);
  }
});
