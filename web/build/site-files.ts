import { defaultLanguage, isPrivate, languages, pages, path } from "#cms/content/site.ts";
import type { PublishedPage, SettingsContent } from "#cms/content/types.ts";
import { alternates } from "#web/app/paths.ts";
import { toHex } from "#web/theme/oklch.ts";
import { light } from "#web/theme/tokens.ts";

/** The address of the rules by which browsers prepare pages. */
export const speculationRules = "/speculation-rules.json";
/** The addresses of the pages that are for no one else. */
export const privatePaths = pages
  .filter(isPrivate)
  .flatMap((page) => languages.map((language) => path(page, language)));

/** The files of the site's root in which nothing of the content stands, by their addresses. */
export const constantFiles = (siteOrigin: string): Record<string, string> => ({
  "/robots.txt": `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteOrigin}/sitemap.xml\n`,
  [speculationRules]: JSON.stringify({
    prerender: [
      {
        where: {
          and: [{ href_matches: "/*" }, { not: { href_matches: ["/api/*", ...privatePaths] } }],
        },
        eagerness: "moderate",
      },
    ],
  }),
});

/** `/sitemap.xml`: every page that search engines may list, with its translations and when it was changed. */
export function sitemap(siteOrigin: string, published: readonly PublishedPage[]): string {
  const addresses = published.flatMap(({ address, updatedAt }) =>
    languages.map((language) => {
      const translations = alternates(address).map(
        (each) =>
          `<xhtml:link rel="alternate" hreflang="${each.language}" href="${siteOrigin}${each.path}"/>`,
      );
      const changed = `<lastmod>${updatedAt}</lastmod>`;
      return `<url><loc>${siteOrigin}${address[language]}</loc>${changed}${translations.join("")}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${addresses.join("\n")}\n</urlset>\n`;
}

/** `/site.webmanifest`: what the site is called where it is put on a home screen. */
export const webManifest = (settings: SettingsContent): string =>
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
