import { createContentClient } from "./content/client.ts";
import { signPaths } from "./content/sign.ts";
import { apiHost, project } from "./project.ts";

const { sepals, petals, lip, throat } = signPaths;
// Visible on the light and the dark theme of the Studio and of browser tabs.
const accent = "#b04bb0";
const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><g transform="translate(24 24)" fill="${accent}"><path opacity=".6" d="${sepals}"/><path d="${petals}"/><path stroke="#fff" d="${lip}"/><path fill="#fff" d="${throat}"/></g></svg>`;
const signAddress = `data:image/svg+xml,${encodeURIComponent(sign)}`;

/** The company's sign, beside its name. */
export function Sign() {
  return <img alt="" src={signAddress} width="100%" height="100%" />;
}

/**
 * The company's name, as it is published: so the Studio has the name that the company details have now, and none of its
 * own. Undefined where it cannot be read within 3 s, as without a browser or from a dataset that is not public.
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

/** Gives the browser's tab the company's name and sign, also before anyone has signed in. */
export function brandTab(name: string): void {
  if (typeof document === "undefined") return;
  document.title = name;
  for (const icon of document.querySelectorAll('link[rel="icon"]')) icon.remove();
  document.head.append(Object.assign(document.createElement("link"), { rel: "icon", href: signAddress }));
}
