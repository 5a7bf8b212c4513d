import { useEffect } from "react";
import { getDraftId, pathToString, useClient } from "sanity";
import { useRouter } from "sanity/router";
import { apiVersion } from "../content/api-version.ts";
import { findField } from "./find-field.ts";

const draftOrPublished = "coalesce(*[_id == $draftId][0], *[_id == $id][0])";

/** Returns what is in the input of the search that lists a result. */
function findSearch(result: Element): string | undefined {
  for (let element: Element | null = result; element; element = element.parentElement) {
    const input = element.querySelector("input");
    if (input) return input.value;
  }
  return undefined;
}

/** Reads which document a result of the Studio's search opens, and what was searched for. */
function readResult(event: MouseEvent): { id: string; type: string; search: string } | null {
  const link = (event.target as Element | null)?.closest?.('[data-testid="search-results"] a');
  const [, params = ""] = /\/intent\/edit\/([^/?]+)/.exec(link?.getAttribute("href") ?? "") ?? [];
  const { id, type } = Object.fromEntries(
    params.split(";").map((pair) => pair.split("=").map(decodeURIComponent) as [string, string]),
  ) as { id?: string; type?: string };
  const search = link && findSearch(link);
  return id && type && search ? { id, type, search } : null;
}

/** Opens a result of the Studio's search at the field that has the word: Sanity opens the top of the document. */
export function OpenFoundField() {
  const client = useClient({ apiVersion });
  const { navigateIntent } = useRouter();
  useEffect(() => {
    let latest: unknown = null;
    const open = async (event: MouseEvent) => {
      const result = readResult(event);
      if (!result || event.metaKey || event.ctrlKey) return;
      const { id, type, search } = result;
      latest = result;
      const document = await client
        .withConfig({ perspective: "raw" })
        .fetch(draftOrPublished, { id, draftId: getDraftId(id) });
      const path = findField(document, search);
      if (path && latest === result) navigateIntent("edit", { id, type, path: pathToString(path) });
    };
    // The result closes the search, so its link is read before.
    const listen = (event: MouseEvent) => {
      latest = null;
      // Without an answer the document stays open at its top.
      open(event).catch(() => {});
    };
    addEventListener("click", listen, { capture: true });
    return () => removeEventListener("click", listen, { capture: true });
  }, [client, navigateIntent]);
  return null;
}
