import type { Change, Transaction } from "./documents.ts";
import type { DocumentStore } from "./store.ts";

/**
 * What happened to a document, as the Studio's history panel lists it: its draft begun, published or discarded,
 * the document unpublished or deleted. `id` is either of the two; newest first.
 */
export function eventsOf(store: DocumentStore, id: string, limit: number): object[] {
  const published = id.replace(/^drafts\./, "");
  const draft = `drafts.${published}`;
  return store.history
    .toReversed()
    .flatMap((transaction) => {
      const on = (each: string) => transaction.changes.find((change) => change.id === each);
      const event = describe(on(published), on(draft), store, transaction);
      return event ? [{ ...event, documentId: published }] : [];
    })
    .slice(0, limit);
}

function describe(
  published: Change | undefined,
  draft: Change | undefined,
  store: DocumentStore,
  { id, timestamp, author }: Transaction,
): object | undefined {
  const said = { timestamp, author };
  const versionId = draft?.id ?? `drafts.${published?.id}`;
  if (published && !published.after) {
    if (!draft?.after && !store.get(versionId)) return { ...said, type: "deleteDocumentGroup" };
    return { ...said, type: "unpublishDocument", versionId, versionRevisionId: id };
  }
  if (draft && !draft.after) {
    const removed = { ...said, versionId, versionRevisionId: draft.before?._rev };
    if (!published) return { ...removed, type: "deleteDocumentVersion" };
    const publishCause = "document.publish";
    return { ...removed, type: "publishDocumentVersion", revisionId: id, publishCause };
  }
  if (draft && !draft.before) {
    return { ...said, type: "createDocumentVersion", versionId, versionRevisionId: id };
  }
  if (!published) return undefined;
  return { ...said, type: published.before ? "updateLiveDocument" : "createLiveDocument", revisionId: id };
}
