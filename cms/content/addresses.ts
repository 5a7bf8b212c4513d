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

const notFound = languages.flatMap((language) =>
  ["/404", "/404.html"].map((name) => prefixOf(language) + name),
);

const own = new Set([
  ...pages.flatMap((page) => languages.map((language) => path(page, language))),
  oldReputationPath,
  ...notFound,
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

/** Whether the site itself answers at a path: with a page, a file or the API. Neither an old address nor a page that editors make can be one of them. */
export const isOwnAddress = (path: string): boolean =>
  own.has(path) ||
  /^\/(api|assets|\.well-known|pictures|studio|cdn-cgi|edge-cache)(\/|$)/i.test(path) ||
  // Pages serves the one at the folder's own address, and the other wherever nothing is in it.
  /\/(index|404)$/i.test(path);

/** Where a page is, in each language: a path without a slash at its end. */
export type PageAddress = Record<Language, string>;

/** How long the address of a page may be, in characters. */
export const longestAddress = 80;

const words = /^\/[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

/** Returns the address of a fixed page; undefined for a page that editors made. */
export const fixedAddress = (name: string): PageAddress | undefined =>
  isFixedPage(name) ? addressesOf(name) : undefined;

/** Whether a page can be linked to: it is a fixed page, or has an address of its own in every language. */
export const isPlaced = (name: string, address: Partial<PageAddress> | null | undefined): boolean =>
  isFixedPage(name) ||
  languages.every((language) => addressFault(address?.[language] ?? "", language) === null);

/** Whether a page is one of the site's fixed pages. */
export const isFixedPage = (name: string): name is PageName =>
  (pageNames as readonly string[]).includes(name);

/** The language whose pages have addresses like that one: the prefixed one where it has a prefix. */
const hasPrefixOf = (address: string, language: Language) =>
  languages.every((each) => {
    const prefix = prefixOf(each);
    return prefix === "" || address.startsWith(`${prefix}/`) === (each === language);
  });

/**
 * Why an address cannot be that of a page in a language: it is not lowercase words with hyphens between slashes below the
 * language's prefix, or the site itself answers there. Null where it can.
 */
export function addressFault(address: string, language: Language): "malformed" | "taken" | null {
  if (isOwnAddress(address)) return "taken";
  const isFormed = address.length <= longestAddress && words.test(address) && hasPrefixOf(address, language);
  return isFormed ? null : "malformed";
}
