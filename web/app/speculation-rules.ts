import { isPrivate, languages, pages, path } from "#cms/content/site.ts";

/** The addresses of the private pages. */
export const privatePaths = pages
  .filter(isPrivate)
  .flatMap((page) => languages.map((language) => path(page, language)));

/**
 * The rules by which browsers prerender the page of a link that the visitor points at, as JSON. Public documents
 * contain them, because a file would be requested before the first paint.
 * @see https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [{ href_matches: "/*" }, { not: { href_matches: ["/api/*", ...privatePaths] } }],
      },
      eagerness: "moderate",
    },
  ],
});
