import { getPublishedId, type ValidationContext } from "sanity";
import type { InEveryLanguage } from "../../content/languages.ts";
import { apiVersion } from "../../content/site.ts";
import type { Label, LabelFn } from "../labels.ts";
import { type AnchorSource, findDuplicate } from "./anchors.ts";
import { toPageTitle } from "./choices.ts";

type LinkValue = { page?: { _ref?: string } };

const toMissingAnchorMessage = (anchor: string, say: LabelFn) =>
  say({
    es: `Esa página ya no tiene la sección «${anchor}». Elige otra.`,
    en: `That page no longer has the section “${anchor}”. Choose another one.`,
  });

/** Rejects the anchor of a section that the open page does not have. */
export const isOwnSection =
  (say: LabelFn) =>
  (anchor: string | undefined, { document }: ValidationContext): true | Label =>
    !anchor ||
    ((document?.sections ?? []) as AnchorSource[]).some((section) => section.anchor === anchor) ||
    toMissingAnchorMessage(anchor, say);

/** Rejects a link to a section that the linked page has neither in its draft nor in its published version. */
export const isLinkedSection =
  (say: LabelFn) =>
  async (anchor: string | undefined, context: ValidationContext): Promise<true | Label> => {
    const { document, parent, getClient } = context;
    const page = getPublishedId((parent as LinkValue | undefined)?.page?._ref ?? "");
    if (!anchor || !page) return true;
    if (page === getPublishedId(document?._id ?? "")) return isOwnSection(say)(anchor, context);
    const query = "*[_id in [$page, 'drafts.' + $page]].sections[].anchor";
    const anchors = await getClient({ apiVersion }).fetch<string[]>(query, { page });
    return anchors.includes(anchor) || toMissingAnchorMessage(anchor, say);
  };

/** Rejects a figure that the company details do not have. */
export const figureExists =
  (say: LabelFn) =>
  async (key: string | undefined, { getClient }: ValidationContext): Promise<true | Label> => {
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
export const haveDistinctAnchors =
  (say: LabelFn) =>
  (sections: unknown): true | Label => {
    const anchor = findDuplicate(((sections ?? []) as AnchorSource[]).flatMap(({ anchor }) => anchor ?? []));
    return (
      anchor === undefined ||
      say({
        es: `Dos secciones tienen el ancla «${anchor}». Cámbiala en una de ellas.`,
        en: `Two sections have the anchor “${anchor}”. Give one of them another.`,
      })
    );
  };

type LinkingPage = { name: string | null; title: Partial<InEveryLanguage> | null; sections: unknown };

const publishedAnchorsQuery = "*[_id == $page][0].sections[defined(anchor)].anchor";
// `path('*')` excludes drafts, because their ids contain a dot.
const linkingPagesQuery =
  "*[_type == 'page' && _id != $page && _id in path('*') && references($page)] | order(coalesce(name, _id) asc){name, title, sections}";

/** Rejects a page that removes an anchor to which another published page links, because that link would break. */
export const keepLinkedAnchors =
  (say: LabelFn) =>
  async (sections: unknown, { document, getClient }: ValidationContext): Promise<true | Label> => {
    const page = getPublishedId(document?._id ?? "");
    const anchors = ((sections ?? []) as AnchorSource[]).map(({ anchor }) => anchor);
    const client = getClient({ apiVersion });
    const publishedAnchors = await client.fetch<string[] | null>(publishedAnchorsQuery, { page });
    const removedAnchors = (publishedAnchors ?? []).filter((anchor) => !anchors.includes(anchor));
    if (removedAnchors.length === 0) return true;

    const linkingPages = await client.fetch<LinkingPage[]>(linkingPagesQuery, { page });
    for (const anchor of removedAnchors) {
      const names = linkingPages
        .filter(({ sections }) => hasLinkTo(sections, page, anchor))
        .map((linkingPage) => toPageTitle(linkingPage, say));
      if (names.length > 0) return toStillLinkedMessage(anchor, names, say);
    }
    return true;
  };

/** Returns whether a value contains a link to a section of a page, at any depth. */
function hasLinkTo(value: unknown, page: string, anchor: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const link = value as { page?: { _ref?: string }; anchor?: string };
  return (
    (link.page?._ref === page && link.anchor === anchor) ||
    Object.values(value).some((child) => hasLinkTo(child, page, anchor))
  );
}

function toStillLinkedMessage(anchor: string, names: string[], say: LabelFn): Label {
  const list = new Intl.ListFormat(say.language).format(names);
  return say({
    es: `La sección «${anchor}» sigue enlazada en: ${list}. Conserva el ancla, o cambia y publica antes esos enlaces.`,
    en: `The section “${anchor}” is still linked from: ${list}. Keep the anchor, or change and publish those links first.`,
  });
}
