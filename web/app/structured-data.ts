import type { BreadcrumbList, Graph, ProfessionalService, Service, WebPage, WebSite } from "schema-dts";
import { type Language, languages } from "#cms/content/site.ts";
import type { Copy } from "#web/content/copy.ts";
import type { ShareCard } from "./document.tsx";

type Subject = {
  language: Language;
  copy: Copy;
  siteOrigin: string;
  shareCard: ShareCard | null;
  /** What the home page is called, and where it is. */
  home: { label: string; address: string };
};

/** A page that search engines may list, and what several parts of the graph say of it. */
type Shown = Subject & {
  page: NonNullable<Copy["page"]>;
  address: string;
  image: string;
  companyId: string;
  siteId: string;
  area: { "@type": "Country"; name: string };
};

/**
 * What a page is about, in the words of schema.org: the company, its site, the page, its place below the home
 * page, and the service that it offers. Null for pages that search engines are kept from.
 */
export function structuredData(subject: Subject): Graph | null {
  const { copy, siteOrigin, shareCard } = subject;
  const { page } = copy;
  if (!page || !shareCard) return null;

  const shown: Shown = {
    ...subject,
    page,
    address: siteOrigin + page.address,
    image: siteOrigin + shareCard.address,
    companyId: `${siteOrigin}/#company`,
    siteId: `${siteOrigin}/#website`,
    area: { "@type": "Country", name: copy.settings.place },
  };
  return {
    "@context": "https://schema.org",
    "@graph": [
      ...[toCompany(shown), toSite(shown), toWebPage(shown)],
      ...(page.isService ? [toService(shown)] : []),
      ...(page.name === "home" ? [] : [toTrail(shown)]),
    ],
  };
}

const toCompany = ({
  siteOrigin,
  image,
  companyId,
  area,
  copy: { settings },
}: Shown): ProfessionalService => ({
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
  knowsLanguage: [...languages],
  sameAs: [`https://www.instagram.com/${settings.instagram}/`],
});

const toSite = ({ siteOrigin, siteId, companyId, copy: { settings } }: Shown): WebSite => ({
  "@type": "WebSite",
  "@id": siteId,
  name: settings.brandName,
  url: `${siteOrigin}/`,
  inLanguage: [...languages],
  publisher: { "@id": companyId },
});

const toWebPage = ({ page, language, address, image, siteId }: Shown): WebPage => ({
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

const toService = ({ page, address, image, companyId, area }: Shown): Service => ({
  "@type": "Service",
  "@id": `${address}#service`,
  name: page.label,
  serviceType: page.label,
  description: page.description,
  url: address,
  image,
  provider: { "@id": companyId },
  areaServed: area,
});

const toTrail = ({ home, page, siteOrigin }: Shown): BreadcrumbList => ({
  "@type": "BreadcrumbList",
  itemListElement: [home, page].map(({ label, address }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    item: siteOrigin + address,
  })),
});
