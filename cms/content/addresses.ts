import {
  addressesOf,
  type Language,
  languages,
  oldReputationPath,
  type PageName,
  pageNames,
  pages,
  path,
  prefixOf,
} from "./site.ts";

const siteAddresses = new Set([
  ...pages.flatMap((page) => languages.map((language) => path(page, language))),
  oldReputationPath,
  ...languages.map((language) => `${prefixOf(language)}/404.html`),
  "/build.json",
  "/sitemap.xml",
  "/robots.txt",
  "/third-party-notices.txt",
  "/site.webmanifest",
  "/favicon.ico",
  "/icon.svg",
  "/icon-192.png",
  "/icon-512.png",
  "/apple-touch-icon.png",
]);

/**
 * Returns whether a path belongs to the site itself or to Cloudflare: to a fixed page, a file or the API. Redirects and
 * pages that editors create cannot use such a path.
 */
export const isOwnAddress = (path: string): boolean =>
  siteAddresses.has(path) ||
  /^\/(api|assets|\.well-known|pictures|studio|cdn-cgi|edge-cache)(\/|$)/i.test(path) ||
  // Cloudflare Pages serves `index` at the address of its folder, and `404` for every missing file of the folder.
  /\/(index|404)$/i.test(path);

/** The path of a page in each language, without a trailing slash. */
export type PageAddress = Record<Language, string>;

/** Maximum length of a page address, in characters. */
export const maxAddressLength = 80;

const addressPattern = /^\/[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

/** Returns the address of a fixed page, or undefined for a page that editors created. */
export const fixedAddress = (name: string): PageAddress | undefined =>
  isFixedPage(name) ? addressesOf(name) : undefined;

/** Returns whether links can lead to a page: it is a fixed page, or has a valid address in every language. */
export const isPlaced = (name: string, address: Partial<PageAddress> | null | undefined): boolean =>
  isFixedPage(name) ||
  languages.every((language) => findAddressFault(address?.[language] ?? "", language) === null);

/** Returns whether a page name is that of a fixed page. */
export const isFixedPage = (name: string): name is PageName =>
  (pageNames as readonly string[]).includes(name);

/** Returns whether an address has the prefix of its language and of no other. */
const hasPrefixOf = (address: string, language: Language) =>
  languages.every((siteLanguage) => {
    const prefix = prefixOf(siteLanguage);
    return prefix === "" || address.startsWith(`${prefix}/`) === (siteLanguage === language);
  });

/**
 * Returns why a page cannot have an address, or null for a valid address. A valid address has the language's prefix and
 * segments of lowercase letters, digits and single hyphens. "taken" means that the site itself serves it.
 */
export function findAddressFault(address: string, language: Language): "malformed" | "taken" | null {
  if (isOwnAddress(address)) return "taken";
  const isFormed =
    address.length <= maxAddressLength && addressPattern.test(address) && hasPrefixOf(address, language);
  return isFormed ? null : "malformed";
}
