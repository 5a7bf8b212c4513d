import type { InBothLanguages, Localized } from "./languages.ts";
import type { PageName } from "./site.ts";
import type { PageQueryResult, RedirectsQueryResult, SettingsQueryResult } from "./types.generated.ts";

type FoundPage = NonNullable<PageQueryResult>;
type FoundSettings = NonNullable<SettingsQueryResult>;
type FoundSection = FoundPage["sections"][number];
type FoundLink = Extract<FoundSection, { _type: "contactForm" }>["noticeLink"];

// A text that the queries ask for in every language of the site.
type Asked<Text extends InBothLanguages> = Text;

type Asset = { url: string; width: number; height: number };

/** What the loader has made sure of: pictures are there with their size, and a link to a page has that page. */
type Complete<T> = [T] extends [FoundLink]
  ? Link
  : [T] extends [readonly (infer Item)[]]
    ? Complete<Item>[]
    : T extends InBothLanguages
      ? T
      : T extends object
        ? { [Key in keyof T]: Key extends keyof Asset ? Asset[Key] : Complete<T[Key]> }
        : T;

/** A contact of the company; where it leads is in the settings. */
export type ContactKind = Exclude<FoundLink["kind"], "page">;

/** Where a link of the copy leads: to a page and maybe a section of it, or to a contact. */
export type Link =
  | { kind: "page"; page: PageName; anchor: string | null }
  | { kind: ContactKind; page: null; anchor: null };

/** A picture: its original's address, its size in pixels, and the focal point (0 to 1 from the top left), if any. */
export type Picture = Complete<FoundSettings["sharePicture"]>;

/** A button of the copy. */
export type Action = Complete<Extract<FoundSection, { _type: "callToAction" }>["actions"][number]>;

type FoundFigures = Extract<FoundSection, { _type: "figures" }>;
type FiguresSection = Complete<Omit<FoundFigures, "items">> & {
  items: { _key: string; key: string; value: string; label: InBothLanguages }[];
};

type FoundPlans = Extract<FoundSection, { _type: "plans" }>;
type PlansSection = Complete<Omit<FoundPlans, "plans">> & {
  plans: (Complete<Omit<FoundPlans["plans"][number], "response">> & {
    /** In hours, with what it says. */
    response: { value: string; label: InBothLanguages };
  })[];
};

/** A section of a page, told apart by its `_type`; `anchor` is its element id in both languages. */
type Section = Complete<Exclude<FoundSection, FoundFigures | FoundPlans>> | FiguresSection | PlansSection;
export type SectionType = Section["_type"];
/** The section of one type, for example `SectionOf<"hero">`. */
export type SectionOf<Type extends SectionType> = Extract<Section, { _type: Type }>;

/** A page as `loadPage` gives it: both languages, links and pictures followed, figures filled in. */
export type PageContent = Omit<Complete<FoundPage>, "title" | "sections" | "facts"> & {
  title: Asked<FoundPage["title"]>;
  sections: Section[];
};

/** The company's facts as `loadSettings` gives them, in both languages. Numbers are E.164; the handle has no @. */
export type SettingsContent = Complete<FoundSettings>;

/** A page, its sections and the settings in one language. */
export type LocalizedPage = Localized<PageContent>;
export type LocalizedSettings = Localized<SettingsContent>;
export type LocalizedSection<Type extends SectionType = SectionType> = Localized<SectionOf<Type>>;

/** An address that the site once had, and the page and language it leads to for good. */
export type Redirect = RedirectsQueryResult[number] & { page: PageName };

/** What is published, as far as it tells whether anything has changed. */
export type Published = {
  /** Names the revisions of all documents together. Hexadecimal, 16 digits. */
  fingerprint: string;
  /** When each page was changed, ISO 8601, by its name. */
  updatedAt: Record<string, string>;
};
