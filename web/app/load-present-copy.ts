import type { Copy } from "#web/content/copy.ts";

/** The file of its copy that a document names, or the copy that it carries. */
const copyOfDocument = / data-copy="([^"]+)"|id="copy">(.*?)<\/script>/s;

/**
 * Loads the copy of the document that is at this address now: a later build has replaced the file of an older one.
 * @throws Error where neither is there
 */
export async function loadPresentCopy(): Promise<Copy> {
  const [, file, carried = ""] = copyOfDocument.exec(await fetchText(location.href)) ?? [];
  return JSON.parse(file ? await fetchText(`/${file}`) : carried);
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
  return answer.text();
}
