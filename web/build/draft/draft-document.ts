import { addressFault } from "#cms/content/addresses.ts";
import { languageAt, languages, path as pathOf } from "#cms/content/site.ts";
import type { ContentSource } from "#functions/contract/site-renderer.ts";
import { documentAt, notFoundAddress, type PageDocument } from "#web/build/site-documents.ts";

const pageQuery = `*[_type == "page" && ($path in [address.es, address.en] || $path in address.former)][0]{
  "name": coalesce(name, _id)
}`;

/** The document that an address shows among drafts. A page that its draft moves is shown at both of its addresses. */
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

/** A source whose page is at an address: what is being written may have none yet, or one that will not do. */
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
