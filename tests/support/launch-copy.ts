import { isShown } from "#cms/content/resolve.ts";
import { readSeed, type SeedDocument } from "#cms/seed/documents.ts";

type BilingualText = { es: string; en: string };
export type LaunchSection = SeedDocument & {
  _type: string;
  title: BilingualText;
  text?: BilingualText;
  anchor?: string;
};

const documents = readSeed();

/** Returns a document of the launch copy. @throws Error if no document has the id */
function getLaunchDocument<Fields>(id: string): SeedDocument & Fields {
  const document = documents.find(({ _id }) => _id === id);
  if (!document) throw new Error(`The launch copy has no document ${id}.`);
  return document as SeedDocument & Fields;
}

/** Lists the visible sections of a page of the launch copy, from top to bottom. */
export const listLaunchSections = (page: string) =>
  getLaunchDocument<{ sections: LaunchSection[] }>(page).sections.filter(isShown);

function findSection<Fields>(
  page: string,
  description: string,
  isSearched: (section: LaunchSection) => boolean,
) {
  const { sections } = getLaunchDocument<{ sections: LaunchSection[] }>(page);
  const section = sections.find(isSearched);
  if (!section) throw new Error(`The page ${page} of the launch copy has no ${description}.`);
  return section as LaunchSection & Fields;
}

/** Returns the first section of a type on a page of the launch copy. @throws Error if there is none */
export const getLaunchSection = <Fields>(page: string, sectionType: string) =>
  findSection<Fields>(page, sectionType, ({ _type }) => _type === sectionType);

/** Returns the section of a type that is empty on a page of the launch copy. @throws Error if there is none */
export const getEmptySection = (page: string, sectionType: string): LaunchSection =>
  findSection(page, `empty ${sectionType}`, (section) => section._type === sectionType && !isShown(section));

/** Returns the first section with a picture on a page of the launch copy. @throws Error if there is none */
export const getLaunchSectionWithPicture = (page: string) =>
  findSection<{ picture: { alt: BilingualText } }>(page, "picture", (section) => "picture" in section);

/** Lists the visible sections with an anchor on a page of the launch copy, from top to bottom. */
export function listLaunchAnchors(page: string): (LaunchSection & { anchor: string })[] {
  return listLaunchSections(page).filter(
    (section): section is LaunchSection & { anchor: string } => "anchor" in section,
  );
}

/** Lists the sections in the page's own menu on a page of the launch copy, from top to bottom. */
export function listLaunchMenu(page: string) {
  type LabelledSection = LaunchSection & { anchor: string; navigationLabel: BilingualText };
  return listLaunchAnchors(page).filter(
    (section): section is LabelledSection => "navigationLabel" in section,
  );
}

/** The company's name, mail address and figures. */
export const company = getLaunchDocument<{
  brandName: string;
  email: string;
  figures: { key: string; value: string }[];
}>("siteSettings");
