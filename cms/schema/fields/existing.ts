import type { ValidationContext } from "sanity";
import { apiVersion } from "../../content/site.ts";
import type { Say } from "../say.ts";
import { type Section, twice } from "./anchors.ts";

type Link = { page?: { _ref?: string } };
type Sections = Section[] | undefined;

export const bare = (id: string | undefined) => (id ?? "").replace(/^drafts\./, "");
const has = (sections: Sections, anchor: string) => (sections ?? []).some((each) => each.anchor === anchor);
const lost = (anchor: string, say: Say) =>
  say({
    es: `Esa página ya no tiene la sección «${anchor}». Elige otra.`,
    en: `That page no longer has the section “${anchor}”. Choose another one.`,
  });

/** Validation for the anchor of a section of the page itself. */
export const isOwnSection =
  (say: Say) =>
  (anchor: string | undefined, { document }: ValidationContext): true | string =>
    !anchor || has(document?.sections as Sections, anchor) || lost(anchor, say);

/** Validation for the anchor of a link: a section of the page that the link leads to. */
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

/** Validation for the name of a figure: one of the company details. */
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

/** Validation for the sections of a page: an anchor can be that of one section only. */
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
