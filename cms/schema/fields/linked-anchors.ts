import type { ValidationContext } from "sanity";
import type { InBothLanguages } from "../../content/languages.ts";
import { apiVersion } from "../../content/site.ts";
import type { Say } from "../say.ts";
import type { Section } from "./anchors.ts";
import { pageTitle } from "./choices.ts";

type Page = { name: string | null; title: Partial<InBothLanguages> | null; sections: unknown };

const published = "*[_id == $page][0].sections[defined(anchor)].anchor";
// Drafts have a prefix before a dot.
const linking =
  "*[_type == 'page' && _id != $page && _id in path('*') && references($page)] | order(coalesce(name, _id) asc){name, title, sections}";

/** Validation for the sections of a page: those that other published pages link to keep their anchors. */
export const keepLinkedAnchors =
  (say: Say) =>
  async (sections: unknown, { document, getClient }: ValidationContext): Promise<true | string> => {
    const page = (document?._id ?? "").replace(/^drafts\./, "");
    const anchors = ((sections ?? []) as Section[]).map(({ anchor }) => anchor);
    const client = getClient({ apiVersion });
    const before = await client.fetch<string[] | null>(published, { page });
    const gone = (before ?? []).filter((anchor) => !anchors.includes(anchor));
    if (gone.length === 0) return true;

    const others = await client.fetch<Page[]>(linking, { page });
    for (const anchor of gone) {
      const names = others
        .filter(({ sections }) => leadsTo(sections, page, anchor))
        .map((each) => pageTitle(each, say));
      if (names.length > 0) return stillLinked(anchor, names, say);
    }
    return true;
  };

function leadsTo(value: unknown, page: string, anchor: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const link = value as { page?: { _ref?: string }; anchor?: string };
  return (
    (link.page?._ref === page && link.anchor === anchor) ||
    Object.values(value).some((each) => leadsTo(each, page, anchor))
  );
}

function stillLinked(anchor: string, names: string[], say: Say): string {
  const list = new Intl.ListFormat(say.language).format(names);
  return say({
    es: `La sección «${anchor}» sigue enlazada en: ${list}. Conserva el ancla, o cambia y publica antes esos enlaces.`,
    en: `The section “${anchor}” is still linked from: ${list}. Keep the anchor, or change and publish those links first.`,
  });
}
