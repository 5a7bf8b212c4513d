import type { Copy } from "#web/content/copy.ts";

/**
 * Loads the copy that the page was rendered with. A built document names the file of its copy, because readers do not hydrate; a document made
 * at the edge carries its copy.
 * @returns null where the file is not there
 * @throws TypeError without a network
 */
export async function loadCopy(): Promise<Copy | null> {
  const { copy } = document.documentElement.dataset;
  if (!copy) return JSON.parse(document.getElementById("copy")?.textContent ?? "");
  const answer = await fetch(`/${copy}`);
  return answer.ok ? answer.json() : null;
}
