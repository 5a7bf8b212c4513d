import type { ValidationContext } from "sanity";
import type { InBothLanguages } from "../../content/languages.ts";
import { apiVersion } from "../../content/site.ts";
import type { Say } from "../say.ts";
import { type Section, twice } from "./anchors.ts";
import { pageTitle } from "./choices.ts";

type Link = { page?: { _ref?: string } };
type Sections = Section[] | undefined;

/** Returns the published id of a document. */
export const bare = (id: string | undefined) => (id ?? "").replace(/^drafts\./, "");
const has = (sections: Sections, anchor: string) => (sections ?? []).some((each) => each.anchor === anchor);
const lost = (anchor: string, say: Say) =>
  say({
    es: `Esa página ya no tiene la sección «${anchor}». Elige otra.`,
    en: `That page no longer has the section “${anchor}”. Choose another one.`,
  });

/** Rejects the anchor of a section that the open page does not have. */
export const isOwnSection =
  (say: Say) =>
  (anchor: string | undefined, { document }: ValidationContext): true | string =>
    !anchor || has(document?.sections as Sections, anchor) || lost(anchor, say);

/** Rejects a link to a section that its page does not have. */
export const isLinkedSection =
  (say: Say) =>
  async (
    anchor: string | undefined,
    { document, parent, getClient }: ValidationContext,
  ): Promise<true | string> => {
    const page = bare((parent as Link | undefined)?.page?._ref);
    if (!anchor || !page) return true;
    if (page === bare(document?._id)) {
      return has(document?.sections as Sections, anchor) || lost(anchor, say);
    }
    const query = "*[_id in [$page, 'drafts.' + $page]].sections[].anchor";
    const anchors = await getClient({ apiVersion }).fetch<string[]>(query, { page });
    return anchors.includes(anchor) || lost(anchor, say);
  };

/** Rejects a figure that the company details do not have. */
export const isFigure =
  (say: Say) =>
  async (key: string | undefined, { getClient }: ValidationContext): Promise<true | string> => {
    if (!key) return true;
    const query = "*[_id in ['siteSettings', 'drafts.siteSettings']].figures[].key";
    const keys = await getClient({ apiVersion }).fetch<string[]>(query);
    return (
      keys.includes(key) ||
      say({
        es: `Los datos de la empresa no tienen la cifra «${key}». Elige otra.`,
        en: `The company details don’t have the figure “${key}”. Choose another one.`,
      })
    );
  };

/** Rejects sections of a page with the same anchor. */
export const haveOwnAnchors =
  (say: Say) =>
  (sections: unknown): true | string => {
    const anchor = twice(((sections ?? []) as Section[]).flatMap(({ anchor }) => anchor ?? []));
    return (
      anchor === undefined ||
      say({
        es: `Dos secciones tienen el ancla «${anchor}». Cámbiala en una de ellas.`,
        en: `Two sections have the anchor “${anchor}”. Give one of them another.`,
      })
    );
  };

type Page = { name: string | null; title: Partial<InBothLanguages> | null; sections: unknown };

const published = "*[_id == $page][0].sections[defined(anchor)].anchor";
// `path('*')` excludes drafts, because their ids contain a dot.
const linking =
  "*[_type == 'page' && _id != $page && _id in path('*') && references($page)] | order(coalesce(name, _id) asc){name, title, sections}";

/** Rejects a page that removes an anchor to which another published page links. */
export const keepLinkedAnchors =
  (say: Say) =>
  async (sections: unknown, { document, getClient }: ValidationContext): Promise<true | string> => {
    const page = bare(document?._id);
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
