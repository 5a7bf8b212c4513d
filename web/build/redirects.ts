import { toOldAddressKey } from "#cms/content/old-address.ts";
import { defaultLanguage, languages, oldReputationPath, path, prefixOf } from "#cms/content/site.ts";
import type { Redirect } from "#cms/content/types.ts";

/** The old addresses of the site by their key (`toOldAddressKey`), each with the one it leads to for good. */
export function redirectsByAddress(redirects: Redirect[]): Record<string, string> {
  const ownRedirect = { from: oldReputationPath, to: path("reputation", defaultLanguage) };
  return Object.fromEntries(
    [ownRedirect, ...redirects].flatMap(({ from, to }) => {
      const key = toOldAddressKey(from);
      return key === null ? [] : [[key, to]];
    }),
  );
}

/** The same for Pages, which knows exact paths only; the edge knows the others. */
const redirectLines = (redirects: Redirect[]): string[] =>
  Object.entries(redirectsByAddress(redirects))
    .filter(([key]) => !key.includes("?"))
    .flatMap(([key, to]) => ["", "/"].map((end) => `${encodeURI(key)}${end} ${to} 301`));

/** Pages' `_redirects`: old addresses lead to their pages for good. */
export function redirectsFile(redirects: Redirect[]): string {
  const lines = [
    ...redirectLines(redirects),
    // Pages would serve its not-found documents under their own names as if they were pages.
    ...["/404", "/404.html"].flatMap((name) =>
      languages.map(prefixOf).map((prefix) => `${prefix}${name} ${prefix}/404/no 200`),
    ),
  ];
  return `${lines.join("\n")}\n`;
}
