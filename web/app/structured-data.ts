import type { BreadcrumbList, Graph, ProfessionalService, Service, WebPage, WebSite } from "schema-dts";
import { isPrivate, type Language, languages, type Page, path, servicePages } from "#cms/content/site.ts";
import type { Copy } from "#web/content/copy.ts";
import type { Messages } from "#web/language/provider.tsx";
import type { ShareCard } from "./document.tsx";
import type { Screen } from "./paths.ts";

type Subject = {
  screen: Screen;
  language: Language;
  copy: Copy;
  siteOrigin: string;
  shareCard: ShareCard | null;
  messages: Messages;
};

/** A page that search engines may list, and what several parts of the graph say of it. */
type Shown = Subject & {
  screen: Page;
  page: NonNullable<Copy["page"]>;
  name: string;
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
  const { screen, copy, siteOrigin, shareCard, messages } = subject;
  const { page } = copy;
  if (screen === "not-found" || isPrivate(screen) || !page || !shareCard) return null;

  const service = servicePages.find((each) => each === screen);
  const names: Partial<Record<Screen, string>> = {
    contact: messages["header.contact"],
    privacy: messages["footer.privacy"],
  };
  const shown: Shown = {
    ...subject,
    screen,
    page,
    name: (service ? messages[`service.${service}`] : names[screen]) ?? page.title,
    address: siteOrigin + path(screen, subject.language),
    image: siteOrigin + shareCard.address,
    companyId: `${siteOrigin}/#company`,
    siteId: `${siteOrigin}/#website`,
    area: { "@type": "Country", name: copy.settings.place },
  };
  return {
    "@context": "https://schema.org",
    "@graph": [
      ...[toCompany(shown), toSite(shown), toWebPage(shown)],
      ...(service ? [toService(shown)] : []),
      ...(screen === "home" ? [] : [toTrail(shown)]),
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

const toWebPage = ({ screen, page, language, address, image, siteId }: Shown): WebPage => ({
  "@type": screen === "contact" ? "ContactPage" : "WebPage",
  "@id": address,
  url: address,
  name: page.title,
  description: page.description,
  inLanguage: language,
  dateModified: page.updatedAt,
  isPartOf: { "@id": siteId },
  primaryImageOfPage: { "@type": "ImageObject", url: image },
});

const toService = ({ page, name, address, image, companyId, area }: Shown): Service => ({
  "@type": "Service",
  "@id": `${address}#service`,
  name,
  serviceType: name,
  description: page.description,
  url: address,
  image,
  provider: { "@id": companyId },
  areaServed: area,
});

const toTrail = ({ screen, name, language, siteOrigin, messages }: Shown): BreadcrumbList => ({
  "@type": "BreadcrumbList",
  itemListElement: [
    { page: "home" as const, label: messages["header.home"] },
    { page: screen, label: name },
  ].map((step, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: step.label,
    item: siteOrigin + path(step.page, language),
  })),
});
