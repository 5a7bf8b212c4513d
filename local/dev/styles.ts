import type { DevEnvironment, ViteDevServer } from "vite";
import { baseStyles } from "#web/build/page-styles.ts";

const isStyle = /\.css$/;

/**
 * Vite's environment in which is looked up which styles a module has. Not the renderer's own: what is compiled there and not run at once
 * counts as run, and a page would stay as it was before a change that came while it was made.
 */
export const styleEnvironment = "styles";

/** The styles of a page that is made of these modules, as Vite's client would put them into its head, and takes them over. */
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

// What is imported later, on demand, brings its styles itself.
async function collect(vite: ViteDevServer, url: string, seen: Set<string>): Promise<void> {
  if (seen.has(url)) return;
  const result = isStyle.test(url) ? null : await environmentOf(vite).transformRequest(url);
  for (const dependency of result?.deps ?? []) {
    // The other ones are packages.
    if (dependency.startsWith("/web/")) await collect(vite, dependency, seen);
  }
  // Behind what it imports, as it is carried out.
  seen.add(url);
}
