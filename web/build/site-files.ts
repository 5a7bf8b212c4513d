import { createHash } from "node:crypto";
import { ContentError } from "#cms/content/complete.ts";
import { isOwnAddress } from "#cms/content/own-addresses.ts";
import { defaultLanguage, languages, oldReputationPath, pages, path, prefixOf } from "#cms/content/site.ts";
import type { Redirect } from "#cms/content/types.ts";
import { sharedSecurityHeaders } from "#functions/contract/security-headers.ts";
import { alternates } from "#web/app/paths.ts";
import { toHex } from "#web/theme/oklch.ts";
import { light } from "#web/theme/tokens.ts";
import { publicPages, type SiteContent } from "./content.ts";

const speculationRules = "/speculation-rules.json";
const publicPaths = publicPages.flatMap((page) => languages.map((language) => path(page, language)));
const privatePaths = pages
  .filter((page) => !(publicPages as string[]).includes(page))
  .flatMap((page) => languages.map((language) => path(page, language)));

/** The hash by which the policy knows an inlined stylesheet. */
const styleHash = (css: string) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

/** Pages' `_headers`. Where rules overlap Pages joins their values, so the policy is one rule for all. */
export function headersFile(styles: Iterable<string>): string {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${["'self'", ...[...styles].map(styleHash).sort()].join(" ")}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const rules: [path: string, headers: string[]][] = [
    [
      "/*",
      [
        `Content-Security-Policy: ${policy}`,
        // Pages opens every file to other origins unless a header says otherwise.
        "! Access-Control-Allow-Origin",
        "Referrer-Policy: strict-origin-when-cross-origin",
        ...Object.entries(sharedSecurityHeaders).map(([name, value]) => `${name}: ${value}`),
      ],
    ],
    ["/assets/*", ["Cache-Control: public, max-age=31536000, immutable"]],
    [speculationRules, ["Content-Type: application/speculationrules+json"]],
    ...publicPaths.map((each): [string, string[]] => [each, [`Speculation-Rules: "${speculationRules}"`]]),
  ];
  return rules
    .map(([each, headers]) => [each, ...headers.map((header) => `  ${header}`)].join("\n"))
    .join("\n\n");
}

/** Pages' `_redirects`: old addresses lead to their pages for good. @throws ContentError when one is a page's own */
export function redirectsFile(redirects: Redirect[]): string {
  const taken = redirects.filter(({ from }) => isOwnAddress(from));
  if (taken.length > 0) {
    throw new ContentError(
      taken.map(({ from }) => `redirect "${from}": from is an address that the site uses.`),
    );
  }
  const lines = [
    ...[oldReputationPath, `${oldReputationPath}/`].map(
      (from) => `${from} ${path("reputation", defaultLanguage)} 301`,
    ),
    ...redirects.map(({ from, page, language }) => `${from} ${path(page, language)} 301`),
    // Pages would serve its not-found documents under their own names as if they were pages.
    ...["/404", "/404.html"].flatMap((name) =>
      languages.map(prefixOf).map((prefix) => `${prefix}${name} ${prefix}/404/no 200`),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** The small files of the site's root, by name. */
export function siteFiles(
  { settings, pages: documents, redirects }: SiteContent,
  siteOrigin: string,
): Record<string, string> {
  const addresses = publicPages.flatMap((page) =>
    languages.map((language) => {
      const translations = alternates(page).map(
        (each) =>
          `<xhtml:link rel="alternate" hreflang="${each.language}" href="${siteOrigin}${each.path}"/>`,
      );
      return `<url><loc>${siteOrigin}${path(page, language)}</loc><lastmod>${
        documents.get(page)?.updatedAt
      }</lastmod>${translations.join("")}</url>`;
    }),
  );
  return {
    _redirects: redirectsFile(redirects),
    "robots.txt": `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteOrigin}/sitemap.xml\n`,
    "sitemap.xml": `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${addresses.join("\n")}\n</urlset>\n`,
    "site.webmanifest": JSON.stringify({
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
    }),
    [speculationRules.slice(1)]: JSON.stringify({
      prerender: [
        {
          where: {
            and: [{ href_matches: "/*" }, { not: { href_matches: ["/api/*", ...privatePaths] } }],
          },
          eagerness: "moderate",
        },
      ],
    }),
  };
}
