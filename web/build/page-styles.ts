import type { InlineStyle } from "#web/app/document.tsx";
import type { Screen } from "#web/app/paths.ts";

/** The stylesheets of the site: the files that a module needs, in the order in which they have to stand, and what is in each. */
export type SiteStyles = { files: Record<string, string[]>; css: Record<string, string> };

/** A page, as far as its styles go. */
type Sectioned = { sections: readonly { _type: string }[] } | null;

/** The module of what every page has. */
export const appSource = "web/app/browser.tsx";

/** The module of a screen. */
export const screenSource = (screen: Screen): string => `web/pages/${screen}/${screen}.tsx`;

/** The modules by which a page has its stylesheets, in their order. A section may be one that the app brings anyway. */
export const styledSources = (screen: Screen, page: Sectioned): string[] => [
  appSource,
  screenSource(screen),
  ...(page?.sections ?? []).map(
    ({ _type }) => `web/sections/${_type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`,
  ),
];

/** The stylesheets that a page needs, in the order in which they have to stand. */
export function pageStyles({ files, css }: SiteStyles, screen: Screen, page: Sectioned): InlineStyle[] {
  const needed = new Set(styledSources(screen, page).flatMap((source) => files[source] ?? []));
  return [...needed].map((file) => ({ href: `/${file}`, css: css[file] ?? "" }));
}
