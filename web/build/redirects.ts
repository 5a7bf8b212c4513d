import { isOwnAddress } from "#cms/content/own-addresses.ts";
import { ContentError } from "#cms/content/problem.ts";
import { defaultLanguage, languages, oldReputationPath, path, prefixOf } from "#cms/content/site.ts";
import type { Redirect } from "#cms/content/types.ts";

/** The old addresses of the site, each with the one it leads to for good. @throws ContentError when one is a page's own */
export function redirectsByAddress(redirects: Redirect[]): Record<string, string> {
  const taken = redirects.filter(({ from }) => isOwnAddress(from));
  if (taken.length > 0) {
    throw new ContentError(
      taken.map(({ from }) => ({
        document: { type: "redirect", name: from },
        field: "from",
        reason: "address-taken",
      })),
    );
  }
  return Object.fromEntries([
    ...[oldReputationPath, `${oldReputationPath}/`].map((from) => [
      from,
      path("reputation", defaultLanguage),
    ]),
    ...redirects.map(({ from, page, language }) => [from, path(page, language)]),
  ]);
}

/** Pages' `_redirects`: old addresses lead to their pages for good. @throws ContentError when one is a page's own */
export function redirectsFile(redirects: Redirect[]): string {
  const lines = [
    ...Object.entries(redirectsByAddress(redirects)).map(([from, to]) => `${from} ${to} 301`),
    // Pages would serve its not-found documents under their own names as if they were pages.
    ...["/404", "/404.html"].flatMap((name) =>
      languages.map(prefixOf).map((prefix) => `${prefix}${name} ${prefix}/404/no 200`),
    ),
  ];
  return `${lines.join("\n")}\n`;
}
