import type { DevEnvironment, ViteDevServer } from "vite";
import { baseStyles } from "#web/build/page-styles.ts";

const isStyle = /\.css$/;

/**
 * Vite's environment for looking up the styles of a module. The renderer's environment treats a module that is compiled
 * but not run as run. It would miss a change that arrives while a page renders.
 */
export const styleEnvironment = "styles";

/**
 * Returns the styles of a page made of these modules as style elements that Vite's client recognises and takes over.
 */
export async function stylesOf(vite: ViteDevServer, sources: string[]): Promise<string> {
  const seen = new Set<string>();
  for (const source of sources) await collect(vite, `/${source}`, seen);
  const styles = [...seen].filter((url) => isStyle.test(url));
  const ordered = [
    ...styles.filter((url) => baseStyles.test(url)),
    ...styles.filter((url) => !baseStyles.test(url)),
  ];
  const { moduleGraph } = environmentOf(vite);
  const elements = ordered.map(async (url) => {
    const id = moduleGraph.urlToModuleMap.get(url)?.id ?? url;
    const { default: css } = await vite.ssrLoadModule(`${url}?inline`);
    return `<style data-vite-dev-id="${id}">${css}</style>`;
  });
  return (await Promise.all(elements)).join("");
}

function environmentOf(vite: ViteDevServer): DevEnvironment {
  const environment = vite.environments[styleEnvironment];
  if (!environment) throw new Error(`Vite has no environment "${styleEnvironment}".`);
  return environment;
}

// A module that is imported on demand brings its own styles.
async function collect(vite: ViteDevServer, url: string, seen: Set<string>): Promise<void> {
  if (seen.has(url)) return;
  const result = isStyle.test(url) ? null : await environmentOf(vite).transformRequest(url);
  for (const dependency of result?.deps ?? []) {
    // All others are packages.
    if (dependency.startsWith("/web/")) await collect(vite, dependency, seen);
  }
  // After its imports, in the order of evaluation.
  seen.add(url);
}
