import type { PageAddress } from "./addresses.ts";
import type { Area } from "./cantons.ts";
import type { Hours, Span } from "./hours.ts";
import type { InEveryLanguage, Localized } from "./languages.ts";
import type { PageQueryResult, SettingsQueryResult } from "./types.generated.ts";

type QueriedPage = NonNullable<PageQueryResult>;
type QueriedSettings = NonNullable<SettingsQueryResult>;
type QueriedSection = QueriedPage["sections"][number];
type QueriedLink = Extract<QueriedSection, { _type: "contactForm" }>["noticeLink"];

// Fails to compile if the queries omit a language of a text.
type BilingualText<Text extends InEveryLanguage> = Text;

type Asset = { url: string; width: number; height: number };

/** `T` after `loadPage`: pictures have a size and their crop is applied, and a link to a page has its page. */
type Complete<T> = [T] extends [QueriedLink]
  ? Link
  : [T] extends [readonly (infer Item)[]]
    ? Complete<Item>[]
    : T extends InEveryLanguage
      ? T
      : T extends object
        ? {
            [Key in keyof T as Exclude<Key, "crop">]: Key extends keyof Asset ? Asset[Key] : Complete<T[Key]>;
          }
        : T;

/** A contact of the company. The settings have its address or number. */
export type ContactKind = Exclude<QueriedLink["kind"], "page">;

/** The target of a link: a page, optionally with a section of it, or a contact. */
export type Link =
  | { kind: "page"; page: string; address: PageAddress; anchor: string | null }
  | { kind: ContactKind; page: null; address: null; anchor: null };

/**
 * A picture: the URL of the original with the part that the editor kept (`rect`), the size of that part in pixels, and
 * an optional focal point in it (0 to 1 from the top left).
 */
export type Picture = NonNullable<Complete<QueriedSettings["sharePicture"]>>;

/** A button that editors write. */
export type Action = Complete<Extract<QueriedSection, { _type: "callToAction" }>["actions"][number]>;

type QueriedFigures = Extract<QueriedSection, { _type: "figures" }>;
type FiguresSection = Complete<Omit<QueriedFigures, "items">> & {
  /** The value of a measured figure is written for each language. */
  items: { _key: string; key: string; value: string | InEveryLanguage; label: InEveryLanguage }[];
};

type QueriedPlans = Extract<QueriedSection, { _type: "plans" }>;
type PlansSection = Complete<Omit<QueriedPlans, "plans" | "contactSection">> & {
  /** The anchor of the section to which the buttons lead; null if the page lacks it. */
  contactSection: string | null;
  plans: (Complete<Omit<QueriedPlans["plans"][number], "response">> & {
    /** The key in contact messages, the same in every language. */
    key: string;
    /** The response time in hours, with its label. */
    response: { value: string; label: InEveryLanguage };
  })[];
};

type QueriedForm = Extract<QueriedSection, { _type: "contactForm" }>;
type FormSection = Complete<Omit<QueriedForm, "noticeLink">> & {
  /** Null if its page is missing. */
  noticeLink: Link | null;
  /** The response time from the company details. */
  response: InEveryLanguage | null;
};

type QueriedCoverage = Extract<QueriedSection, { _type: "coverage" }>;
type CoverageSection = Complete<QueriedCoverage> & {
  /** Sorted by the day of the week. Times are those of Costa Rica (`08:00`). */
  hours: { _key: string; days: Span[]; opens: string; closes: string }[];
  areas: Area[];
};

/** A section of a page, discriminated by `_type`. `anchor` is its element id in both languages. */
type Section =
  | Complete<Exclude<QueriedSection, QueriedFigures | QueriedPlans | QueriedForm | QueriedCoverage>>
  | FiguresSection
  | PlansSection
  | FormSection
  | CoverageSection;
export type SectionType = Section["_type"];
/** The section of one type, for example `SectionOf<"hero">`. */
export type SectionOf<Type extends SectionType> = Extract<Section, { _type: Type }>;

/** The name of a drawing that a section can show. */
export type DrawingName = SectionOf<"drawing">["drawing"];

/** A page from `loadPage`: both languages, with links, pictures and figures resolved. */
export type PageContent = Omit<
  Complete<QueriedPage>,
  "name" | "address" | "label" | "title" | "plans" | "sections" | "facts"
> & {
  /** A name from `pageNames`, or the id of a page that editors created. */
  name: string;
  address: PageAddress;
  /** The short name of the page. Defaults to its title. */
  label: InEveryLanguage;
  title: BilingualText<QueriedPage["title"]>;
  /** The plans of all pages for the contact form, with the names of their pages. Empty on pages without a form. */
  plans: { service: string; name: InEveryLanguage; key: string }[];
  sections: Section[];
};

/** An entry of the menu or the footer. */
export type PageEntry = { name: string; label: InEveryLanguage; address: PageAddress };

/** An entry of the menu: a page, or a group of pages. */
export type MenuEntry =
  | ({ _key: string; _type: "menuLink" } & { page: PageEntry })
  | { _key: string; _type: "menuGroup"; title: InEveryLanguage; pages: PageEntry[] };

/** The menu and the footer from `loadNavigation`, in both languages and in order. */
export type NavigationContent = {
  menu: MenuEntry[];
  footerTitle: InEveryLanguage;
  footerPages: PageEntry[];
  endPages: PageEntry[];
};

/** The company details from `loadSettings`, in both languages. Phone numbers are E.164. The handle has no @. */
export type SettingsContent = Complete<Omit<QueriedSettings, "hours" | "sharePicture">> & {
  hours: Hours[];
  /** The picture of share cards; null if its file is missing. */
  sharePicture: Picture | null;
};

/** Content in one language. */
export type LocalizedPage = Localized<PageContent>;
export type LocalizedSettings = Localized<SettingsContent>;
export type LocalizedSection<Type extends SectionType = SectionType> = Localized<SectionOf<Type>>;

export type LocalizedNavigation = Localized<NavigationContent>;

/** A permanent redirect from an old address to the address of a page. */
export type Redirect = { from: string; to: string };

/** A published page: name, time of the last change (ISO 8601), and address. */
export type PublishedPage = { name: string; updatedAt: string; address: PageAddress };

/** The published pages, and the fingerprint that shows whether anything has changed. */
export type Published = {
  /** The hash of the revisions of all documents, 16 hexadecimal digits. */
  fingerprint: string;
  /** The pages with a valid and unique address: fixed pages in their order, then the others by address. */
  pages: PublishedPage[];
  /** The names of pages without such an address. `loadPage` reports the reason. */
  unplaced: string[];
};
