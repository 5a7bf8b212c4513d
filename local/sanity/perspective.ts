import type { StoredDocument } from "./documents.ts";
import { SanityError } from "./errors.ts";

/**
 * The documents as one perspective shows them: `raw` as they are stored; otherwise, of each document, the
 * first version there is of the layers asked for (`drafts`, a release's name) with `published` as the last,
 * under its published id and with `_originalId` saying which one it was.
 * @throws SanityError when `raw` is combined with others
 */
export function inPerspective(documents: readonly StoredDocument[], perspective: string): StoredDocument[] {
  const layers = perspective.split(",").map((layer) => (layer === "previewDrafts" ? "drafts" : layer));
  if (layers.includes("raw")) {
    if (layers.length > 1) throw new SanityError(400, "The raw perspective cannot be combined with others.");
    return [...documents];
  }
  const order = [...layers.filter((layer) => layer !== "published"), "published"];
  const chosen = new Map<string, { rank: number; document: StoredDocument }>();
  for (const document of documents) {
    const { layer, publishedId } = versionOf(document._id);
    const rank = order.indexOf(layer);
    const other = chosen.get(publishedId);
    if (rank < 0 || (other && other.rank <= rank)) continue;
    chosen.set(publishedId, {
      rank,
      document: { ...document, _id: publishedId, _originalId: document._id },
    });
  }
  return [...chosen.values()].map(({ document }) => document);
}

function versionOf(id: string): { layer: string; publishedId: string } {
  if (id.startsWith("drafts.")) return { layer: "drafts", publishedId: id.slice("drafts.".length) };
  const [, release, publishedId] = /^versions\.([^.]+)\.(.+)$/.exec(id) ?? [];
  return release && publishedId ? { layer: release, publishedId } : { layer: "published", publishedId: id };
}
