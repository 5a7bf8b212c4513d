import type { Screen } from "#web/app/paths.ts";

type Sectioned = { sections: readonly { _type: string }[] } | null;

/** The script that documents name. */
export const loaderSource = "web/app/loader.ts";

/** The entry module of React on every page. */
export const appSource = "web/app/browser.tsx";

/** Returns the module of a screen. */
export const screenSource = (screen: Screen): string => `web/pages/${screen}/${screen}.tsx`;

/** Returns the module of a section type. */
export const sectionSource = (type: string): string =>
  `web/sections/${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`;

/** Returns the modules of a page whose styles the development server adds, in order. A build has them in one file. */
export const styledSources = (screen: Screen, page: Sectioned): string[] => [
  appSource,
  screenSource(screen),
  ...(page?.sections ?? []).map(({ _type }) => sectionSource(_type)),
];

/** The sources of the styles of every page. They come before all others. */
export const baseStyles = /web\/(theme|app|ui)\/(?!dialog)[\w-]+\.css/;
