import { toOldAddressKey } from "#cms/content/old-address.ts";
import { defaultLanguage, languages, oldReputationPath, path, prefixOf } from "#cms/content/site.ts";
import type { Published, PublishedPage, Redirect, SettingsContent } from "#cms/content/types.ts";
import { listAlternates } from "#web/app/paths.ts";
import { toHex } from "#web/theme/oklch.ts";
import { light } from "#web/theme/tokens.ts";

/** Returns the files at the root that do not depend on the content, by their addresses. */
export const constantFiles = (siteOrigin: string): Record<string, string> => ({
  "/robots.txt": `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteOrigin}/sitemap.xml\n`,
});

/** Returns `/sitemap.xml`: every public page with its translations and the time of its last change. */
export function createSitemap(siteOrigin: string, published: readonly PublishedPage[]): string {
  const addresses = published.flatMap(({ address, updatedAt }) =>
    languages.map((language) => {
      const translations = listAlternates(address).map(
        (alternate) =>
          `<xhtml:link rel="alternate" hreflang="${alternate.language}" href="${siteOrigin}${alternate.path}"/>`,
      );
      const lastChange = `<lastmod>${updatedAt}</lastmod>`;
      return `<url><loc>${siteOrigin}${address[language]}</loc>${lastChange}${translations.join("")}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${addresses.join("\n")}\n</urlset>\n`;
}

/** Returns `/site.webmanifest`. */
export const createWebManifest = (settings: SettingsContent): string =>
  JSON.stringify({
    name: settings.brandName,
    short_name: settings.brandName,
    description: settings.tagline[defaultLanguage],
    lang: defaultLanguage,
    start_url: "/",
    display: "minimal-ui",
    background_color: toHex(light.surface),
    theme_color: toHex(light.surface),
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "any maskable",
    })),
  });

/** The addresses of security.txt and of the security policy. */
export const securityPath = "/.well-known/security.txt";
export const securityPolicyPath = "/.well-known/security-policy.txt";

/**
 * Returns the expiry of the security text of a build, ISO 8601. RFC 9116 recommends less than a year. It is the first
 * day of a month, so that builds of the same content are identical.
 */
export const securityExpiry = (builtAt: Date): string =>
  new Date(Date.UTC(builtAt.getUTCFullYear(), builtAt.getUTCMonth() + 11)).toISOString();

/** Returns `/.well-known/security.txt` (RFC 9116). */
export const createSecurityText = (siteOrigin: string, email: string, expires: string): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${siteOrigin}${securityPath}`,
    `Policy: ${siteOrigin}${securityPolicyPath}`,
    "",
  ].join("\n");

/**
 * Returns the target of each permanent redirect by the key of its old address (`toOldAddressKey`). Adds the redirect from
 * the earlier address of the reputation page, because the CMS has only the redirects of editors.
 */
export function redirectsByAddress(redirects: Redirect[]): Record<string, string> {
  const ownRedirect = { from: oldReputationPath, to: path("reputation", defaultLanguage) };
  return Object.fromEntries(
    [ownRedirect, ...redirects].flatMap(({ from, to }) => {
      const key = toOldAddressKey(from);
      return key === null ? [] : [[key, to]];
    }),
  );
}

/** Returns Pages' `_redirects`. Pages redirects exact paths only, so the edge redirects addresses with a query. */
export function createRedirectsFile(redirects: Redirect[]): string {
  const redirectLines = Object.entries(redirectsByAddress(redirects))
    .filter(([key]) => !key.includes("?"))
    .flatMap(([key, to]) => ["", "/"].map((suffix) => `${encodeURI(key)}${suffix} ${to} 301`));
  // Pages would serve its not-found documents under their own names with status 200. A rewrite to a path without a file
  // makes it answer 404.
  const notFoundLines = ["/404", "/404.html"].flatMap((name) =>
    languages.map(prefixOf).map((prefix) => `${prefix}${name} ${prefix}/404/no 200`),
  );
  return `${[...redirectLines, ...notFoundLines].join("\n")}\n`;
}

/** The files that depend on the content, apart from pages. Only the edge reads `/_redirects`. */
export const contentFiles = ["/sitemap.xml", "/site.webmanifest", securityPath, "/_redirects"] as const;
type ContentFile = (typeof contentFiles)[number];

type ContentReaders = {
  settings(): Promise<SettingsContent>;
  redirects(): Promise<Redirect[]>;
  pages: Published["pages"];
};

/** The parts of these files that do not depend on the content. */
export type FileParts = {
  siteOrigin: string;
  /** The expiry of the security text, ISO 8601. */
  securityExpires: string;
};

/** Returns a function for the text of each file that depends on the content. Each reads only what its file needs. */
export const contentFileTexts = (
  { siteOrigin, securityExpires }: FileParts,
  { settings, redirects, pages }: ContentReaders,
): Record<ContentFile, () => Promise<string>> => ({
  "/sitemap.xml": async () => createSitemap(siteOrigin, pages),
  "/site.webmanifest": async () => createWebManifest(await settings()),
  [securityPath]: async () => createSecurityText(siteOrigin, (await settings()).email, securityExpires),
  "/_redirects": async () => JSON.stringify(redirectsByAddress(await redirects())),
});
