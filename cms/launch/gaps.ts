import type { InEveryLanguage } from "../content/languages.ts";

/** A part of the content without which visitors have little reason to trust the company. */
type LaunchGapKind = "people" | "cases" | "testimonials" | "hours" | "prices";

/** A field in which editors can fill a gap. `page` has the field; it is null for the company details. */
export type GapField = {
  id: string;
  type: "page" | "siteSettings";
  path: string;
  page: { name: string; title: Partial<InEveryLanguage> | null } | null;
};

/** A missing part with the fields that can hold it. */
export type LaunchGap = { kind: LaunchGapKind; fields: GapField[] };

/** The published content of which parts can be missing, from `launchQuery`. */
export type LaunchContent = {
  pages: {
    _id: string;
    title: Partial<InEveryLanguage> | null;
    isService: boolean | null;
    hasPrice: boolean | null;
    sections: { _key: string; _type: string; isFilled: boolean | null }[] | null;
  }[];
  hasHours: boolean | null;
};

/** Reads the `LaunchContent`. */
export const launchQuery = `{
  "pages": *[_type == "page"] | order(_id asc){
    _id,
    title,
    isService,
    "hasPrice": defined(price.amount) || count((sections[].plans[].price.amount)[defined(@)]) > 0,
    "sections": sections[_type in ["people", "cases", "testimonials"]]{_key, _type, "isFilled": count(items) > 0}
  },
  "hasHours": count(*[_id == "siteSettings"][0].hours) > 0
}`;

type LaunchPage = LaunchContent["pages"][number];

const toPageField = ({ _id, title }: LaunchPage, path: string): GapField => ({
  id: _id,
  type: "page",
  path,
  page: { name: _id, title },
});

/**
 * Returns the gap of a kind of section, unless a page shows such a section with entries. The field is the empty section
 * of the home page or of another page; without any, it is the list of sections of the home page.
 */
function findSectionGap(pages: LaunchPage[], kind: "people" | "cases" | "testimonials"): LaunchGap | null {
  const sections = pages.flatMap((page) =>
    (page.sections ?? []).filter(({ _type }) => _type === kind).map((section) => ({ page, section })),
  );
  if (sections.some(({ section }) => section.isFilled)) return null;
  const emptySection = sections.find(({ page }) => page._id === "home") ?? sections[0];
  const home = pages.find(({ _id }) => _id === "home");
  if (emptySection) {
    const { page, section } = emptySection;
    return { kind, fields: [toPageField(page, `sections[_key=="${section._key}"].items`)] };
  }
  return { kind, fields: home ? [toPageField(home, "sections")] : [] };
}

/** Returns what the site lacks before its launch, with the fields that can hold it. Prices are listed by service. */
export function findLaunchGaps({ pages, hasHours }: LaunchContent): LaunchGap[] {
  const unpricedPages = pages.filter(({ isService, hasPrice }) => isService && !hasPrice);
  const gaps: (LaunchGap | null)[] = [
    findSectionGap(pages, "people"),
    findSectionGap(pages, "cases"),
    findSectionGap(pages, "testimonials"),
    hasHours
      ? null
      : { kind: "hours", fields: [{ id: "siteSettings", type: "siteSettings", path: "hours", page: null }] },
    unpricedPages.length > 0
      ? { kind: "prices", fields: unpricedPages.map((page) => toPageField(page, "price")) }
      : null,
  ];
  return gaps.filter((gap) => gap !== null);
}
