import type { Screen } from "#web/app/paths.ts";

/** A page, as far as its styles go. */
type Sectioned = { sections: readonly { _type: string }[] } | null;

/** The module of what every page has. */
export const appSource = "web/app/browser.tsx";

/** The module of a screen. */
export const screenSource = (screen: Screen): string => `web/pages/${screen}/${screen}.tsx`;

/** The module of a kind of section. */
export const sectionSource = (type: string): string =>
  `web/sections/${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`;

/** The modules by which a page has its stylesheets, in their order. A section may be one that the app brings anyway. */
export const styledSources = (screen: Screen, page: Sectioned): string[] => [
  appSource,
  screenSource(screen),
  ...(page?.sections ?? []).map(({ _type }) => sectionSource(_type)),
];

/** The sources of the styles that every page has. They come before all others. */
export const baseStyles = /web\/(theme|app|ui)\/(?!dialog)[\w-]+\.css/;
