import type { ContentClient } from "./client.ts";
import { loadPage, loadSettings } from "./load.ts";
import { loadNavigation } from "./load-navigation.ts";
import { loadRedirects } from "./load-redirects.ts";
import { ContentError, type Problem } from "./problem.ts";

function loadDocument(client: ContentClient, type: string, pageName: string): Promise<unknown> {
  if (type === "page") return loadPage(client, pageName);
  if (type === "navigation") return loadNavigation(client);
  return type === "redirect" ? loadRedirects(client) : loadSettings(client);
}

/**
 * Returns the problems for which the build and the edge reject a document; none if they accept it. All redirects are
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
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}
