import { defaultLanguage, languages, oldReputationPath, path, prefixOf } from "#cms/content/site.ts";
import type { Redirect } from "#cms/content/types.ts";

/** The old addresses of the site, each with the one it leads to for good. */
export function redirectsByAddress(redirects: Redirect[]): Record<string, string> {
  return Object.fromEntries([
    ...[oldReputationPath, `${oldReputationPath}/`].map((from) => [
      from,
      path("reputation", defaultLanguage),
    ]),
    ...redirects.flatMap(({ from, to }) => [from, `${from}/`].map((each) => [each, to])),
  ]);
}

/** Pages' `_redirects`: old addresses lead to their pages for good. */
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
