import type { Copy } from "#web/content/copy.ts";

/**
 * Loads the copy that the page was rendered with. A built document names the file of its copy, because readers do not hydrate; a document made
 * at the edge carries its copy.
 * @throws TypeError without a network, SyntaxError where the file is missing
 */
export async function loadCopy(): Promise<Copy> {
  const { copy } = document.documentElement.dataset;
  const json = copy ? await (await fetch(`/${copy}`)).text() : document.getElementById("copy")?.textContent;
  return JSON.parse(json ?? "") as Copy;
}
