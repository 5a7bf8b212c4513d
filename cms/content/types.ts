import type { PageAddress } from "./addresses.ts";
import type { Area } from "./cantons.ts";
import type { Hours, Span } from "./hours.ts";
import type { InBothLanguages, Localized } from "./languages.ts";
import type { PageQueryResult, SettingsQueryResult } from "./types.generated.ts";

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

/** Where a link of the copy leads: to a page, by its name and address, and maybe a section of it, or to a contact. */
export type Link =
  | { kind: "page"; page: string; address: PageAddress; anchor: string | null }
  | { kind: ContactKind; page: null; address: null; anchor: null };

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
    /** By which it is asked for, in every language alike. */
    key: string;
    /** In hours, with what it says. */
    response: { value: string; label: InBothLanguages };
  })[];
};

type FoundForm = Extract<FoundSection, { _type: "contactForm" }>;
type FormSection = Complete<FoundForm> & {
  /** The response time of the company details. */
  response: InBothLanguages | null;
};

type FoundCoverage = Extract<FoundSection, { _type: "coverage" }>;
type CoverageSection = Complete<FoundCoverage> & {
  /** In the order of the week, by the clock of Costa Rica (`08:00`). */
  hours: { _key: string; days: Span[]; opens: string; closes: string }[];
  areas: Area[];
};

/** A section of a page, told apart by its `_type`; `anchor` is its element id in both languages. */
type Section =
  | Complete<Exclude<FoundSection, FoundFigures | FoundPlans | FoundForm | FoundCoverage>>
  | FiguresSection
  | PlansSection
  | FormSection
  | CoverageSection;
export type SectionType = Section["_type"];
/** The section of one type, for example `SectionOf<"hero">`. */
export type SectionOf<Type extends SectionType> = Extract<Section, { _type: Type }>;

/** One of the drawings that a section can show. */
export type DrawingName = SectionOf<"drawing">["drawing"];

/** A page as `loadPage` gives it: both languages, links and pictures followed, figures filled in. */
export type PageContent = Omit<
  Complete<FoundPage>,
  "name" | "address" | "sameAddress" | "label" | "title" | "plans" | "sections" | "facts"
> & {
  /** One of `pageNames`, or the id of a page that editors made. */
  name: string;
  address: PageAddress;
  /** What the page is called for short: its title where it has no other name. */
  label: InBothLanguages;
  title: Asked<FoundPage["title"]>;
  /** What can be asked for by the contact form of the page, where it has one: the plans of all pages, each with its page's name. */
  plans: { service: string; name: InBothLanguages; key: string }[];
  sections: Section[];
};

/** A page as the menu and the footer name it. */
export type PageEntry = { name: string; label: InBothLanguages; address: PageAddress };

/** An entry of the menu: a page, or a word that opens a list of them. */
export type MenuEntry =
  | ({ _key: string; _type: "menuLink" } & { page: PageEntry })
  | { _key: string; _type: "menuGroup"; title: InBothLanguages; pages: PageEntry[] };

/** What the menu and the end of every page lead to, as `loadNavigation` gives it, in both languages and in order. */
export type NavigationContent = {
  menu: MenuEntry[];
  footerTitle: InBothLanguages;
  footerPages: PageEntry[];
  endPages: PageEntry[];
};

/** The company's facts as `loadSettings` gives them, in both languages. Numbers are E.164; the handle has no @. */
export type SettingsContent = Complete<Omit<FoundSettings, "hours">> & { hours: Hours[] };

/** A page, its sections and the settings in one language. */
export type LocalizedPage = Localized<PageContent>;
export type LocalizedSettings = Localized<SettingsContent>;
export type LocalizedSection<Type extends SectionType = SectionType> = Localized<SectionOf<Type>>;

export type LocalizedNavigation = Localized<NavigationContent>;

/** An address that the site once had, and where it leads for good: a page, in a language. */
export type Redirect = { from: string; to: string };

/** A page that is published: its name, when it was changed (ISO 8601), and where it is. */
export type PublishedPage = { name: string; updatedAt: string; address: PageAddress };

/** What is published, as far as it tells whether anything has changed. */
export type Published = {
  /** Names the revisions of all documents together. Hexadecimal, 16 digits. */
  fingerprint: string;
  /** The pages that have an address of their own: those that the site always has, in its order, then all others by address. */
  pages: PublishedPage[];
  /** The names of pages that have none: `loadPage` says why. */
  unplaced: string[];
};
