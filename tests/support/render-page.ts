// Prints the HTML of one page of a CMS in both languages: node render-page.ts API_HOST PAGE. It uses the sources beside
// it, so a copy of the repository shows its own.
import { fileURLToPath } from "node:url";
import { createContentClient } from "#cms/content/client.ts";
import { loadPage, loadSettings } from "#cms/content/load.ts";
import { loadNavigation } from "#cms/content/load-navigation.ts";
import { languages } from "#cms/content/site.ts";
import { bundleRenderer } from "#web/build/bundle.ts";

const [apiHost = "", name = "home"] = process.argv.slice(2);
const client = createContentClient({ projectId: "vitrina0", dataset: "production", apiHost });
const [settings, navigation, page] = await Promise.all([
  loadSettings(client),
  loadNavigation(client),
  loadPage(client, name),
]);
const content = { settings, navigation, page };
const parts = {
  siteOrigin: "https://casa.example",
  styles: null,
  ...{
    loader: { src: "" },
    preview: { script: { src: "" }, styles: [] },
    cardRecipe: "",
    securityExpires: "",
  },
};
const { createRenderer } = await bundleRenderer(fileURLToPath(new URL("page", import.meta.url)));
const { makePage } = createRenderer(parts);
for (const language of languages) {
  const { make } = await makePage(content, "content", language);
  process.stdout.write(`${await make()}\n`);
}
