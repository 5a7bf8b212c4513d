// The launch copy in a browser: the seed's documents, read by the product's own loaders.
import { evaluate, parse } from "groq-js";
import type { ContentClient } from "#cms/content/client.ts";
import { loadPage, loadSettings } from "#cms/content/load.ts";
import { loadNavigation } from "#cms/content/load-navigation.ts";
import type { Language } from "#cms/content/site.ts";
import type { Screen } from "#web/app/paths.ts";
import type { Copy } from "#web/content/copy-provider.tsx";
import { toCopy } from "#web/render/copy.ts";

const asset = {
  _id: "image-of-the-tests",
  _type: "sanity.imageAsset",
  url: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='9'/%3E",
  metadata: { dimensions: { width: 1600, height: 900 } },
};

const seedDocuments = () =>
  Object.values(import.meta.glob("/cms/seed/**/*.json", { eager: true, import: "default" })).map(
    (document) => ({
      ...JSON.parse(JSON.stringify(document), (_, value) =>
        value && typeof value === "object" && "_sanityAsset" in value
          ? { ...value, asset: { _type: "reference", _ref: asset._id } }
          : value,
      ),
      _updatedAt: "2026-01-01T00:00:00Z",
    }),
  );

const loadedCopies = new Map<string, Promise<Copy>>();

/**
 * Loads the copy of a screen in a language, once in a test file.
 * @param page the name of a page of the CMS; null for the private pages
 */
export function loadSeedCopy(screen: Screen, page: string | null, language: Language): Promise<Copy> {
  const key = JSON.stringify([screen, page, language]);
  const copy = loadedCopies.get(key) ?? load(screen, page, language);
  loadedCopies.set(key, copy);
  return copy;
}

async function load(screen: Screen, page: string | null, language: Language): Promise<Copy> {
  const dataset = [...seedDocuments(), asset];
  const client: ContentClient = {
    fetch: async (query, params = {}) =>
      (await evaluate(parse(query, { params }), { dataset, params })).get(),
  };
  const [settings, navigation, content] = await Promise.all([
    loadSettings(client),
    loadNavigation(client),
    page === null ? null : loadPage(client, page),
  ]);
  return toCopy({ settings, navigation, page: content }, screen, language);
}
