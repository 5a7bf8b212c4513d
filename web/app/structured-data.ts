import type {
  AdministrativeArea,
  BreadcrumbList,
  Country,
  DayOfWeek,
  FAQPage,
  Graph,
  Offer,
  OpeningHoursSpecification,
  Person,
  ProfessionalService,
  Service,
  WebPage,
  WebSite,
} from "schema-dts";
import type { Day } from "#cms/content/hours.ts";
import { languages } from "#cms/content/site.ts";
import type { LocalizedSection, SectionType } from "#cms/content/types.ts";
import type { Copy } from "#web/content/copy-provider.tsx";
import type { DocumentOptions } from "./document.tsx";

type Subject = Pick<DocumentOptions, "language" | "copy" | "siteOrigin" | "shareCard"> & {
  /** The label and the address of the home page. */
  home: { label: string; address: string };
};

/** A page that search engines may list, with values that several parts of the graph share. */
type ListedPage = Subject & {
  page: NonNullable<Copy["page"]>;
  address: string;
  image: string;
  companyId: string;
  siteId: string;
  area: Country | AdministrativeArea[];
};

/**
 * Returns the schema.org graph of a page: company, site, page, breadcrumb, service, questions and people. Returns null
 * for pages that search engines do not list.
 *
 * Testimonials are left out. Google calls reviews that a company publishes about itself self-serving, and does not want
 * them marked up (developers.google.com/search/docs/appearance/structured-data/review-snippet).
 */
export function toStructuredData(subject: Subject): Graph | null {
  const { copy, siteOrigin, shareCard } = subject;
  const { page } = copy;
  if (!page || !shareCard) return null;

  const listedPage: ListedPage = {
    ...subject,
    page,
    address: siteOrigin + page.address,
    image: siteOrigin + shareCard.address,
    companyId: `${siteOrigin}/#company`,
    siteId: `${siteOrigin}/#website`,
    area: toArea(copy.settings),
  };
  return {
    "@context": "https://schema.org",
    "@graph": [
      toCompany(listedPage),
      toSite(listedPage),
      toWebPage(listedPage),
      ...(page.isService ? [toService(listedPage)] : []),
      ...toQuestions(listedPage),
      ...toPeople(listedPage),
      ...(page.name === "home" ? [] : [toBreadcrumbs(listedPage)]),
    ],
  };
}

/** Returns the cantons that the company serves, or the whole country if it names none. */
const toArea = ({ place, cantons }: Copy["settings"]): Country | AdministrativeArea[] =>
  cantons.length === 0
    ? { "@type": "Country", name: place }
    : cantons.map((name) => ({
        "@type": "AdministrativeArea",
        name,
        containedInPlace: { "@type": "Country", name: place },
      }));

const schemaDays: Record<Day, DayOfWeek> = {
  mon: "https://schema.org/Monday",
  tue: "https://schema.org/Tuesday",
  wed: "https://schema.org/Wednesday",
  thu: "https://schema.org/Thursday",
  fri: "https://schema.org/Friday",
  sat: "https://schema.org/Saturday",
  sun: "https://schema.org/Sunday",
};

const toHours = ({ days, opens, closes }: Copy["settings"]["hours"][number]): OpeningHoursSpecification => ({
  "@type": "OpeningHoursSpecification",
  dayOfWeek: days.map((day) => schemaDays[day]),
  opens,
  closes,
});

const toCompany = ({
  siteOrigin,
  image,
  companyId,
  area,
  copy: { settings },
}: ListedPage): ProfessionalService => ({
  "@type": "ProfessionalService",
  "@id": companyId,
  name: settings.brandName,
  description: settings.tagline,
  url: `${siteOrigin}/`,
  logo: `${siteOrigin}/icon-512.png`,
  image,
  email: settings.email,
  telephone: settings.phone,
  address: { "@type": "PostalAddress", addressCountry: settings.place },
  areaServed: area,
  ...(settings.hours.length > 0 && { openingHoursSpecification: settings.hours.map(toHours) }),
  knowsLanguage: [...languages],
  sameAs: [`https://www.instagram.com/${settings.instagram}/`],
});

const toSite = ({ siteOrigin, siteId, companyId, copy: { settings } }: ListedPage): WebSite => ({
  "@type": "WebSite",
  "@id": siteId,
  name: settings.brandName,
  url: `${siteOrigin}/`,
  inLanguage: [...languages],
  publisher: { "@id": companyId },
});

const toWebPage = ({ page, language, address, image, siteId }: ListedPage): WebPage => ({
  "@type": page.name === "contact" ? "ContactPage" : "WebPage",
  "@id": address,
  url: address,
  name: page.title,
  description: page.description,
  inLanguage: language,
  dateModified: page.updatedAt,
  isPartOf: { "@id": siteId },
  primaryImageOfPage: { "@type": "ImageObject", url: image },
});

const listSections = <Type extends SectionType>({ page }: ListedPage, type: Type) =>
  page.sections.filter((section): section is LocalizedSection<Type> => section._type === type);

/** Describes the service that a page offers, and its prices, to search engines (schema.org). */
const toService = (listedPage: ListedPage): Service => {
  const { page, address, image, companyId, area } = listedPage;
  const offers = toOffers(listedPage);
  return {
    "@type": "Service",
    "@id": `${address}#service`,
    name: page.label,
    serviceType: page.label,
    description: page.description,
    url: address,
    image,
    provider: { "@id": companyId },
    areaServed: area,
    ...(offers.length > 0 && { offers }),
  };
};

/** Returns the minimum prices of the service and its plans, as far as the company states them. */
const toOffers = (listedPage: ListedPage): Offer[] => {
  const { page } = listedPage;
  const plans = listSections(listedPage, "plans").flatMap(({ plans }) => plans);
  return [{ name: page.label, price: page.price }, ...plans].flatMap(({ name, price }) =>
    price
      ? {
          "@type": "Offer",
          name,
          priceSpecification: {
            "@type": "UnitPriceSpecification",
            minPrice: price.amount,
            priceCurrency: price.currency,
            // The UN/CEFACT code for a month.
            ...(price.per === "month" && { unitCode: "MON" }),
          },
        }
      : [],
  );
};

/** Returns all questions of a page as one FAQPage, because Google expects one a page. */
const toQuestions = (listedPage: ListedPage): FAQPage[] => {
  const questions = listSections(listedPage, "questions").flatMap(({ items }) => items);
  if (questions.length === 0) return [];
  return [
    {
      "@type": "FAQPage",
      "@id": `${listedPage.address}#questions`,
      inLanguage: listedPage.language,
      isPartOf: { "@id": listedPage.address },
      mainEntity: questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  ];
};

const toPeople = (listedPage: ListedPage): Person[] =>
  listSections(listedPage, "people").flatMap(({ items }) =>
    items.map(({ name, role }) => ({
      "@type": "Person",
      name,
      jobTitle: role,
      worksFor: { "@id": listedPage.companyId },
    })),
  );

const toBreadcrumbs = ({ home, page, siteOrigin }: ListedPage): BreadcrumbList => ({
  "@type": "BreadcrumbList",
  itemListElement: [home, page].map(({ label, address }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    item: siteOrigin + address,
  })),
});
