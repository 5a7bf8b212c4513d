import { readSeed, type SeedDocument } from "#cms/seed/documents.ts";

type Both = { es: string; en: string };
export type LaunchedSection = SeedDocument & { _type: string; title: Both; text?: Both; anchor?: string };

const documents = readSeed();

/** Returns a document of the launch copy. @throws Error if no document has the id */
function launched<Fields>(id: string): SeedDocument & Fields {
  const document = documents.find(({ _id }) => _id === id);
  if (!document) throw new Error(`The launch copy has no document ${id}.`);
  return document as SeedDocument & Fields;
}

// The field without which a section is not shown.
const filledBy: Record<string, string> = {
  cases: "items",
  testimonials: "items",
  people: "items",
  questions: "items",
  coverage: "hours",
  screen: "picture",
};
const isShown = (section: LaunchedSection) => (filledBy[section._type] ?? "_type") in section;

/** Lists the visible sections of a page of the launch copy, from top to bottom. */
export const launchedSections = (page: string) =>
  launched<{ sections: LaunchedSection[] }>(page).sections.filter(isShown);

/** Returns the first section of a type on a page of the launch copy. @throws Error if there is none */
export function launchedSection<Fields>(page: string, kind: string): LaunchedSection & Fields {
  const { sections } = launched<{ sections: LaunchedSection[] }>(page);
  const section = sections.find(({ _type }) => _type === kind);
  if (!section) throw new Error(`The page ${page} of the launch copy has no ${kind}.`);
  return section as LaunchedSection & Fields;
}

/** Returns the section of a type that is empty on a page of the launch copy. @throws Error if there is none */
export function emptySection(page: string, kind: string): LaunchedSection {
  const { sections } = launched<{ sections: LaunchedSection[] }>(page);
  const section = sections.find((each) => each._type === kind && !isShown(each));
  if (!section) throw new Error(`The page ${page} of the launch copy has no empty ${kind}.`);
  return section;
}

/** Returns the first section with a picture on a page of the launch copy. @throws Error if there is none */
export function launchedWithPicture(page: string): LaunchedSection & { picture: { alt: Both } } {
  const { sections } = launched<{ sections: (LaunchedSection & { picture?: { alt: Both } })[] }>(page);
  const section = sections.find(({ picture }) => picture);
  if (!section) throw new Error(`The page ${page} of the launch copy has no picture.`);
  return section as LaunchedSection & { picture: { alt: Both } };
}

/** Lists the visible sections with an anchor on a page of the launch copy, from top to bottom. */
export function launchedAnchors(page: string): (LaunchedSection & { anchor: string })[] {
  return launchedSections(page).filter(
    (section): section is LaunchedSection & { anchor: string } => "anchor" in section,
  );
}

/** Lists the sections in the page's own menu on a page of the launch copy, from top to bottom. */
export function launchedMenu(page: string) {
  type Named = LaunchedSection & { anchor: string; navigationLabel: Both };
  return launchedAnchors(page).filter((section): section is Named => "navigationLabel" in section);
}

/** The company's name, mail address and figures. */
export const company = launched<{
  brandName: string;
  email: string;
  figures: { key: string; value: string }[];
}>("siteSettings");
