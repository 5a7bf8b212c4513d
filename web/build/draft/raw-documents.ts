import type { ContentSource } from "#functions/contract/site-renderer.ts";
import type { FieldPath } from "./marks.ts";

type RawDocument = { _id: string; _type: string };
/** A page, if there is one, the company's facts, and the menu and footer. */
export type RawDocuments = Record<"page" | "settings" | "navigation", RawDocument | null>;

const query = `{
  "page": *[_type == "page" && coalesce(name, _id) == $name][0],
  "settings": *[_type == "siteSettings"][0],
  "navigation": *[_type == "navigation"][0]
}`;

/** The documents that a page is made of, as they are: the site's queries give some fields another place. */
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

/** As much of a path as a document has: the site's queries put a list's texts one step deeper than they are. */
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
      // A text of its own has its languages where the query has a name for it.
      if (typeof step === "string" && path.indexOf(step) === path.length - 2) continue;
      break;
    }
    found.push(step);
    value = next;
  }
  return found;
}
