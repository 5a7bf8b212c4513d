import { expect, vi } from "vitest";
import type { RunningSite } from "./running-site.ts";

/** Returns the source of a page: `static`, `cached` or `edge`. */
export const readSource = (response: Response) => response.headers.get("Server-Timing")?.split(";")[0];
export const readTitle = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

let titleCount = 0;
/** Publishes another Spanish title of a page, and returns it. */
export async function publishTitle(site: RunningSite, name = "seo-consulting"): Promise<string> {
  const title = `Titular ${++titleCount}`;
  await site.editor.patch(name).set({ "title.es": title }).commit();
  return title;
}

/** Requests a page after the time for which the edge may serve an older answer. */
export function getLatest(site: RunningSite, address: string): Promise<Response> {
  site.expireContent();
  return site.get(address);
}

/** Returns the text at an address, after the time for which the edge may serve an older one. */
export const readLatest = async (site: RunningSite, address: string): Promise<string> =>
  (await getLatest(site, address)).text();

/** Requests an address until the edge logs that its published content cannot be rendered. */
export const waitForRefusal = (site: RunningSite, address: string) =>
  expect
    .poll(async () => {
      await getLatest(site, address);
      return site.log();
    })
    .toContain(`"page":"${address}","problem":"content_refused"`);

/** Removes the copy from a document: a built document names it, and a rendered one contains it. */
export const removeCopy = (html: string): string =>
  html
    .replace(/ data-copy="[^"]*"/, "")
    .replace(/<script type="application\/json" id="copy">.*?<\/script>/s, "");

/** Requests a page until its title contains `title`. */
export async function waitForTitle(site: RunningSite, address: string, title: string): Promise<Response> {
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

/** Requests an address. Returns the status and the target of a redirect. */
export async function readAnswer(site: RunningSite, address: string): Promise<[status: number, to?: string]> {
  const response = await site.get(address);
  const to = response.headers.get("Location")?.replace(site.origin, "");
  return to === undefined ? [response.status] : [response.status, to];
}

/** Requests an address, without older answers of the edge, until the answer is `answer`. */
export const waitForAnswer = (site: RunningSite, address: string, answer: unknown[]) =>
  expect
    .poll(() => {
      site.expireContent();
      return readAnswer(site, address);
    })
    .toEqual(answer);
