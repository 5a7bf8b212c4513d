import { createContentClient } from "./content/client.ts";
import { signPaths } from "./content/sign.ts";
import { apiHost, project } from "./project.ts";

const { sepals, petals, lip, throat } = signPaths;
// Readable on the light and the dark theme of the Studio and of browser tabs.
const accent = "#b04bb0";
const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><g transform="translate(24 24)" fill="${accent}"><path opacity=".6" d="${sepals}"/><path d="${petals}"/><path stroke="#fff" d="${lip}"/><path fill="#fff" d="${throat}"/></g></svg>`;
const signUrl = `data:image/svg+xml,${encodeURIComponent(sign)}`;

/** Shows the brand's sign. */
export function Sign() {
  return <img alt="" src={signUrl} width="100%" height="100%" />;
}

/**
 * Returns the published brand name, with which the Studio titles itself. The result is undefined if the read fails, as
 * from a private dataset, or takes over 3 s. It is also undefined in Node, where Sanity's command line loads the
 * configuration.
 */
export async function readBrandName(): Promise<string | undefined> {
  if (typeof document === "undefined") return undefined;
  const client = createContentClient({ ...project, apiHost });
  const query = '*[_type == "siteSettings" && _id == "siteSettings"][0].brandName';
  const name = await client
    .fetch<string | null>(query, {}, { signal: AbortSignal.timeout(3_000) })
    .catch(() => undefined);
  return name || undefined;
}

/** Sets the title and icon of the browser tab to the brand's, also before sign-in. */
export function setTabBrand(name: string): void {
  if (typeof document === "undefined") return;
  document.title = name;
  for (const icon of document.querySelectorAll('link[rel="icon"]')) icon.remove();
  document.head.append(Object.assign(document.createElement("link"), { rel: "icon", href: signUrl }));
}
