import { isPrivate, languages, type Page, pages, path } from "#cms/content/site.ts";

const toPaths = (listedPages: readonly Page[]) =>
  listedPages.flatMap((page) => languages.map((language) => path(page, language)));

/** The addresses of the private pages. */
export const privatePaths = toPaths(pages.filter(isPrivate));

// Only mails link to the other private pages, so browsers never prerender them.
const linkedPrivatePaths = toPaths(["sign-in", "inbox"]);

/**
 * The rules by which browsers prerender the page of a link that the visitor points at, as JSON. Public documents
 * contain them, because a file would be requested before the first paint.
 * @see https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [{ href_matches: "/*" }, { not: { href_matches: ["/api/*", ...linkedPrivatePaths] } }],
      },
      eagerness: "moderate",
    },
  ],
});
