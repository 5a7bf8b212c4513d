import type { DevEnvironment, ViteDevServer } from "vite";
import { baseStyles } from "#web/render/page-sources.ts";

const isStyle = /\.css$/;

/**
 * Vite's environment for looking up the styles of a module. The renderer's environment treats a module that is compiled
 * but not run as run. It would miss a change that arrives while a page renders.
 */
export const styleEnvironment = "styles";

/**
 * Returns the styles of a page made of these modules as style elements that Vite's client recognizes and takes over.
 */
export async function renderStyles(vite: ViteDevServer, sources: string[]): Promise<string> {
  const visitedUrls = new Set<string>();
  for (const source of sources) await collectUrls(vite, `/${source}`, visitedUrls);
  const styles = [...visitedUrls].filter((url) => isStyle.test(url));
  const orderedUrls = [
    ...styles.filter((url) => baseStyles.test(url)),
    ...styles.filter((url) => !baseStyles.test(url)),
  ];
  const { moduleGraph } = getStyleEnvironment(vite);
  const elements = orderedUrls.map(async (url) => {
    const id = moduleGraph.urlToModuleMap.get(url)?.id ?? url;
    const { default: css } = await vite.ssrLoadModule(`${url}?inline`);
    return `<style data-vite-dev-id="${id}">${css}</style>`;
  });
  return (await Promise.all(elements)).join("");
}

/** Returns the Vite environment in which the development server looks up the styles that a page imports. */
function getStyleEnvironment(vite: ViteDevServer): DevEnvironment {
  const environment = vite.environments[styleEnvironment];
  if (!environment) throw new Error(`Vite has no environment "${styleEnvironment}".`);
  return environment;
}

/**
 * Adds the addresses of a module, and of the styles and modules that it imports, in the order of their evaluation. So
 * the styles have the same precedence as in a build. A module that is imported on demand brings its own styles.
 */
async function collectUrls(vite: ViteDevServer, url: string, visitedUrls: Set<string>): Promise<void> {
  if (visitedUrls.has(url)) return;
  const result = isStyle.test(url) ? null : await getStyleEnvironment(vite).transformRequest(url);
  for (const dependency of result?.deps ?? []) {
    // All others are packages.
    if (dependency.startsWith("/web/")) await collectUrls(vite, dependency, visitedUrls);
  }
  // After its imports, in the order of evaluation.
  visitedUrls.add(url);
}
