import { isPrivate, languages, pages, path } from "#cms/content/site.ts";

/** The public pages. */
const publicPages = pages.filter((page) => !isPrivate(page));

/** The public pages about a service. */
export const servicePages = publicPages.filter((page) => !["home", "contact", "privacy"].includes(page));

/** The addresses of all public pages and of the sign-in page, and of a missing page in each language. */
export const publicAddresses = [
  ...[...publicPages, "sign-in" as const].flatMap((page) =>
    languages.map((language) => path(page, language)),
  ),
  "/no-existe",
  "/en/does-not-exist",
];
