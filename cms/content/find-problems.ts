import { isFixedPage } from "./addresses.ts";
import type { ContentClient } from "./client.ts";
import { loadPage, loadSettings } from "./load.ts";
import { loadNavigation } from "./load-navigation.ts";
import { loadPublished } from "./load-published.ts";
import { loadRedirects } from "./load-redirects.ts";
import { ContentError, type Problem, type ProblemDocument } from "./problem.ts";

function loadDocument(client: ContentClient, type: string, pageName: string): Promise<unknown> {
  if (type === "page") return loadPage(client, pageName);
  if (type === "navigation") return loadNavigation(client);
  return type === "redirect" ? loadRedirects(client) : loadSettings(client);
}

/**
 * Returns the problems for which the build and the edge leave out parts of a document; none if they show all of it. All redirects are
 * checked together. `pageName` is the name of a page.
 * @throws any error that is not a `ContentError`
 */
export async function findProblems(
  client: ContentClient,
  type: string,
  pageName: string,
): Promise<Problem[]> {
  try {
    await loadDocument(client, type, pageName);
    if (type !== "page" || isFixedPage(pageName)) return [];
    // The page has a valid address. It is not published there if another page was created earlier.
    const { unplaced } = await loadPublished(client);
    const document: ProblemDocument = { type, name: pageName };
    return unplaced.includes(pageName) ? [{ document, field: "address", reason: "address-twice" }] : [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}
