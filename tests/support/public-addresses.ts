import { isPrivate, languages, pages, path } from "#cms/content/site.ts";

/** The pages that everybody sees. */
const publicPages = pages.filter((page) => !isPrivate(page));

/** The pages of services among them. */
export const servicePages = publicPages.filter((page) => !["home", "contact", "privacy"].includes(page));

/** The addresses of all of them, with the sign-in page's, and one of a page that does not exist for each language. */
export const publicAddresses = [
  ...[...publicPages, "sign-in" as const].flatMap((page) =>
    languages.map((language) => path(page, language)),
  ),
  "/no-existe",
  "/en/does-not-exist",
];
