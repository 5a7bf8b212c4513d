import { expect, vi } from "vitest";
import type { RunningSite } from "./running-site.ts";

/** Returns where the edge took a page from: `static`, `cached` or `edge`. */
export const readSource = (response: Response) => response.headers.get("Server-Timing")?.split(";")[0];
export const readTitle = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

let titleCount = 0;
/** Publishes another Spanish title of a page, and returns it. */
export async function publishTitle(site: RunningSite, name = "seo-consulting"): Promise<string> {
  const title = `Titular ${++titleCount}`;
  await site.editor.patch(name).set({ "title.es": title }).commit();
  return title;
}

/** Requests a page as after the seconds for which the edge may keep an older answer. */
export function getLatest(site: RunningSite, address: string): Promise<Response> {
  site.expireContent();
  return site.get(address);
}

/** Requests a page until its title contains `title`. */
export async function untilTitle(site: RunningSite, address: string, title: string): Promise<Response> {
  // Hooks may not call expect.poll.
  return vi.waitFor(
    async () => {
      const response = await getLatest(site, address);
      expect(readTitle(await response.text())).toContain(title);
      return response;
    },
    { timeout: 60_000 },
  );
}
