import { findAddressFault } from "#cms/content/addresses.ts";
import { languageAt, languages, path as pathOf } from "#cms/content/site.ts";
import type { ContentSource } from "#functions/contract/site-renderer.ts";
import { findDocument, notFoundAddress, type PageDocument } from "#web/render/site-documents.ts";
import type { FieldPath } from "./marks.ts";

const pageQuery = `*[_type == "page" && ($path in [address.es, address.en] || $path in address.former)][0]{
  "name": coalesce(name, _id)
}`;

/**
 * Finds the document at an address among drafts. A page is also found at its former addresses, such as the published
 * one that its draft changes. An address without a page leads to the not-found document.
 */
export async function findDraft(source: ContentSource, path: string): Promise<PageDocument> {
  const fixedDocument = findDocument(path, []);
  if (fixedDocument) return fixedDocument;
  const language = languageAt(path);
  const page = await source.fetch<{ name: string } | null>(pageQuery, { path });
  return page
    ? { screen: "content", name: page.name, language, address: path }
    : { screen: "not-found", name: null, language, address: notFoundAddress(language) };
}

type Addressed = { sections?: unknown; address?: Record<string, string | null> | null };

/**
 * Returns a source that replaces a draft's missing or invalid addresses: by `address`, and in the other language by
 * that of the home page.
 */
export const withAddress = (
  source: ContentSource,
  { name, language, address }: PageDocument,
): ContentSource => ({
  async fetch<Answer>(query: string, parameters: Record<string, unknown> = {}) {
    const answer = await source.fetch<Answer>(query, parameters);
    const page = answer as Addressed | null;
    if (parameters.name !== name || !page?.sections) return answer;
    const addresses = languages.map((pageLanguage) => {
      const storedAddress = page.address?.[pageLanguage] ?? "";
      if (storedAddress && !findAddressFault(storedAddress, pageLanguage))
        return [pageLanguage, storedAddress];
      return [pageLanguage, pageLanguage === language ? address : pathOf("home", pageLanguage)];
    });
    return { ...answer, address: Object.fromEntries(addresses) } as Answer;
  },
});

/** A stored document. In the perspective of drafts, `_originalId` names the version. */
type RawDocument = { _id: string; _type: string; _originalId?: string };
export type RawDocuments = Record<"page" | "settings" | "navigation", RawDocument | null>;

const query = `{
  "page": *[_type == "page" && coalesce(name, _id) == $name][0],
  "settings": *[_type == "siteSettings"][0],
  "navigation": *[_type == "navigation"][0]
}`;

/**
 * Reads the stored documents behind a draft page, with their published ids. The preview in the Studio links each text
 * to its stored field, and the queries of the site move some fields.
 */
export async function readDocuments(source: ContentSource, name: string | null): Promise<RawDocuments> {
  const documents = await source.fetch<RawDocuments>(query, { name: name ?? "" });
  const toPublished = (document: RawDocument | null) =>
    document && { ...document, _id: document._id.replace(/^drafts\./, "") };
  return {
    page: toPublished(documents.page),
    settings: toPublished(documents.settings),
    navigation: toPublished(documents.navigation),
  };
}

/** Returns whether one of the documents behind a page has unpublished changes. */
export const hasDraft = (documents: RawDocuments): boolean =>
  Object.values(documents).some((document) => document?._originalId?.startsWith("drafts."));

/**
 * Returns the part of a path that exists in a stored document, so that the Studio opens an existing field. A list of
 * texts stores `{_key, es, en}`. The queries return `{_key, text: {es, en}}`, so the step `text` is skipped.
 */
export function toStoredPath(document: unknown, path: FieldPath): FieldPath {
  const existingSteps: FieldPath = [];
  let value = document;
  for (const [index, step] of path.entries()) {
    const next: unknown =
      typeof step === "string"
        ? (value as Record<string, unknown> | null)?.[step]
        : Array.isArray(value)
          ? value.find((item) => item?._key === step._key)
          : undefined;
    if (next === undefined || next === null) {
      if (typeof step === "string" && index === path.length - 2) continue;
      break;
    }
    existingSteps.push(step);
    value = next;
  }
  return existingSteps;
}
