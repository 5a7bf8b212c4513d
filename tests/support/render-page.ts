// The HTML of one page, in both languages, of what a CMS says: node render-page.ts API_HOST PAGE. It runs where it lies, so that a
// copy of the sources can be shown as they are there.
import { fileURLToPath } from "node:url";
import { createContentClient } from "#cms/content/client.ts";
import { loadPage, loadSettings } from "#cms/content/load.ts";
import { languages, type PageName } from "#cms/content/site.ts";
import { bundleRenderer } from "#web/build/bundle.ts";

const [apiHost = "", name = "home"] = process.argv.slice(2);
const screen = name as PageName;
const client = createContentClient({ projectId: "vitrina0", dataset: "production", apiHost });
const page = await loadPage(client, screen);
const content = { settings: await loadSettings(client), page };
const parts = {
  siteOrigin: "https://casa.example",
  styles: { files: {}, css: {} },
  ...{ formDraft: "", loader: "", preview: { script: "", styles: [] }, cardRecipe: "" },
};
const { createRenderer } = await bundleRenderer(fileURLToPath(new URL("page", import.meta.url)));
const { makePage } = createRenderer(parts);
for (const language of languages) {
  const { make } = await makePage(content, screen, language);
  process.stdout.write(`${await make()}\n`);
}
