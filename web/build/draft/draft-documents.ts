import { addressFault } from "#cms/content/addresses.ts";
import { languageAt, languages, path as pathOf } from "#cms/content/site.ts";
import type { ContentSource } from "#functions/contract/site-renderer.ts";
import { documentAt, notFoundAddress, type PageDocument } from "#web/build/site-documents.ts";
import type { FieldPath } from "./marks.ts";

const pageQuery = `*[_type == "page" && ($path in [address.es, address.en] || $path in address.former)][0]{
  "name": coalesce(name, _id)
}`;

/** Finds the document at an address among drafts. A page whose draft changes its address is found at both addresses. */
export async function findDraft(source: ContentSource, path: string): Promise<PageDocument> {
  const known = documentAt(path, []);
  if (known) return known;
  const language = languageAt(path);
  const found = await source.fetch<{ name: string } | null>(pageQuery, { path });
  return found
    ? { screen: "content", name: found.name, language, address: path }
    : { screen: "not-found", name: null, language, address: notFoundAddress(language) };
}

type Addressed = { sections?: unknown; address?: Record<string, string | null> | null };

/** Returns a source that gives the page this address, because a draft may have none, or an invalid one. */
export const placedAt = (
  source: ContentSource,
  { name, language, address }: PageDocument,
): ContentSource => ({
  async fetch<Answer>(query: string, parameters: Record<string, unknown> = {}) {
    const answer = await source.fetch<Answer>(query, parameters);
    const page = answer as Addressed | null;
    if (parameters.name !== name || !page?.sections) return answer;
    const addresses = languages.map((each) => {
      const own = page.address?.[each] ?? "";
      if (own && !addressFault(own, each)) return [each, own];
      return [each, each === language ? address : pathOf("home", each)];
    });
    return { ...answer, address: Object.fromEntries(addresses), sameAddress: null } as Answer;
  },
});

type RawDocument = { _id: string; _type: string };
export type RawDocuments = Record<"page" | "settings" | "navigation", RawDocument | null>;

const query = `{
  "page": *[_type == "page" && coalesce(name, _id) == $name][0],
  "settings": *[_type == "siteSettings"][0],
  "navigation": *[_type == "navigation"][0]
}`;

/** Reads the stored documents of a page, because the queries of the site move some fields. */
export async function readDocuments(source: ContentSource, name: string | null): Promise<RawDocuments> {
  const found = await source.fetch<RawDocuments>(query, {
    name: name ?? "",
  });
  const published = (document: RawDocument | null) =>
    document && { ...document, _id: document._id.replace(/^drafts\./, "") };
  return {
    page: published(found.page),
    settings: published(found.settings),
    navigation: published(found.navigation),
  };
}

/**
 * Returns the part of a path that exists in a document. The queries of the site nest the texts of a list one level
 * deeper.
 */
export function existingPath(document: unknown, path: FieldPath): FieldPath {
  const found: FieldPath = [];
  let value = document;
  for (const step of path) {
    const next: unknown =
      typeof step === "string"
        ? (value as Record<string, unknown> | null)?.[step]
        : Array.isArray(value)
          ? value.find((item) => item?._key === step._key)
          : undefined;
    if (next === undefined || next === null) {
      // The query names a text that the document does not wrap.
      if (typeof step === "string" && path.indexOf(step) === path.length - 2) continue;
      break;
    }
    found.push(step);
    value = next;
  }
  return found;
}
