import type { ValidationContext } from "sanity";

type Link = { page?: { _ref?: string } };
type Sections = { anchor?: string }[] | undefined;

const apiVersion = "2025-02-19";
const bare = (id: string | undefined) => (id ?? "").replace(/^drafts\./, "");
const has = (sections: Sections, anchor: string) => (sections ?? []).some((each) => each.anchor === anchor);
const lost = (anchor: string) => `There is no section "${anchor}" on that page any more. Choose another one.`;

/** Validation for the anchor of a section of the page itself. */
export function isOwnSection(anchor: string | undefined, { document }: ValidationContext): true | string {
  return !anchor || has(document?.sections as Sections, anchor) || lost(anchor);
}

/** Validation for the anchor of a link: a section of the page that the link leads to. */
export async function isLinkedSection(
  anchor: string | undefined,
  { document, parent, getClient }: ValidationContext,
): Promise<true | string> {
  const page = bare((parent as Link | undefined)?.page?._ref);
  if (!anchor || !page) return true;
  if (page === bare(document?._id)) return has(document?.sections as Sections, anchor) || lost(anchor);
  const query = "*[_id in [$page, 'drafts.' + $page]].sections[].anchor";
  const anchors = await getClient({ apiVersion }).fetch<string[]>(query, { page });
  return anchors.includes(anchor) || lost(anchor);
}

/** Validation for the name of a figure: one of the site settings. */
export async function isFigure(
  key: string | undefined,
  { getClient }: ValidationContext,
): Promise<true | string> {
  if (!key) return true;
  const query = "*[_id in ['siteSettings', 'drafts.siteSettings']].figures[].key";
  const keys = await getClient({ apiVersion }).fetch<string[]>(query);
  return keys.includes(key) || `The site settings have no figure "${key}". Choose another one.`;
}

/** Validation for the sections of a page: an anchor can be that of one section only. */
export function haveOwnAnchors(sections: unknown): true | string {
  const anchors = ((sections ?? []) as { anchor?: string }[]).flatMap(({ anchor }) => anchor ?? []);
  const twice = anchors.find((anchor, index) => anchors.indexOf(anchor) < index);
  return twice === undefined || `Two sections have the anchor "${twice}". Give one of them another.`;
}
