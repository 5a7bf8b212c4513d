import { languages, oldReputationPath, pages, path, prefixOf } from "./site.ts";

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
  "/speculation-rules.json",
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
