import { useEffect } from "react";
import { getDraftId, pathToString, useClient } from "sanity";
import { useRouter } from "sanity/router";
import { apiVersion } from "../content/site.ts";
import { findField } from "./find-field.ts";

const draftOrPublished = "coalesce(*[_id == $draftId][0], *[_id == $id][0])";

/** Returns the text of the search box above a result: the nearest input of an ancestor. */
function readSearchText(result: Element): string | undefined {
  for (let element: Element | null = result; element; element = element.parentElement) {
    const input = element.querySelector("input");
    if (input) return input.value;
  }
  return undefined;
}

/** Returns the document that a clicked search result opens, and the search text. */
function readResult(event: MouseEvent): { id: string; type: string; search: string } | null {
  const link = (event.target as Element | null)?.closest?.('[data-testid="search-results"] a');
  const [, params = ""] = /\/intent\/edit\/([^/?]+)/.exec(link?.getAttribute("href") ?? "") ?? [];
  const { id, type } = Object.fromEntries(
    params.split(";").map((pair) => pair.split("=").map(decodeURIComponent) as [string, string]),
  ) as { id?: string; type?: string };
  const search = link && readSearchText(link);
  return id && type && search ? { id, type, search } : null;
}

/** Opens a Studio search result at the matching field. By default, Sanity opens the top of the document. */
export function OpenMatchingField() {
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
    // In the capture phase, because the click closes the search and removes its link.
    const listen = (event: MouseEvent) => {
      latest = null;
      // If the query fails, the document stays open at its top.
      open(event).catch(() => {});
    };
    addEventListener("click", listen, { capture: true });
    return () => removeEventListener("click", listen, { capture: true });
  }, [client, navigateIntent]);
  return null;
}
