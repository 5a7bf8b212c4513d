import type { Change, StoredDocument, Transaction } from "./documents.ts";
import type { DocumentStore } from "./store.ts";

/**
 * Returns the document at a revision. Without one it returns the current document, or the last state before its removal.
 * The result is undefined if there was none.
 */
export function findVersion(
  store: DocumentStore,
  id: string,
  revision: string | null,
): StoredDocument | undefined {
  const changes = store.history.flatMap((transaction) =>
    transaction.changes.filter((change) => change.id === id),
  );
  if (revision) {
    const versions = [...changes.flatMap(({ before, after }) => [before, after]), store.get(id)];
    const matchingVersion = versions.find((version) => version?._rev === revision);
    // The Studio also requests published revisions under the id of the draft.
    if (!matchingVersion && id.startsWith("drafts."))
      return findVersion(store, id.slice("drafts.".length), revision);
    return matchingVersion ?? undefined;
  }
  return store.get(id) ?? changes.findLast(({ before }) => before)?.before ?? undefined;
}

/** Returns the transactions that changed any of `ids` as JSON lines, by the parameters of Sanity's history API. */
export function transactionLines(
  store: DocumentStore,
  ids: readonly string[],
  query: URLSearchParams,
): string {
  const hasFlag = (name: string) => query.get(name) === "true";
  const requestedIds = new Set(ids);
  let transactions = store.history.filter(({ changes }) => changes.some(({ id }) => requestedIds.has(id)));

  const findIndexOf = (name: string) => transactions.findIndex(({ id }) => id === query.get(name));
  const to = query.get("toTransaction") ? findIndexOf("toTransaction") : -1;
  if (to >= 0) transactions = transactions.slice(0, to + 1);
  const from = query.get("fromTransaction") ? findIndexOf("fromTransaction") : -1;
  if (from >= 0) transactions = transactions.slice(from);
  if (hasFlag("reverse")) transactions = transactions.toReversed();
  const limit = Number(query.get("limit") ?? 50);

  return transactions
    .slice(0, Number.isInteger(limit) && limit > 0 ? limit : 50)
    .map((transaction) => `${JSON.stringify(toLine(transaction))}\n`)
    .join("");

  function toLine({ id, timestamp, author, mutations, changes }: Transaction) {
    const visibleChanges = hasFlag("includeIdentifiedDocumentsOnly")
      ? changes.filter((change) => requestedIds.has(change.id))
      : changes;
    return {
      id,
      timestamp,
      author,
      documentIDs: visibleChanges.map((change) => change.id),
      ...(!hasFlag("excludeContent") && { mutations }),
      ...(query.get("effectFormat") === "mendoza" && {
        effects: Object.fromEntries(visibleChanges.map((change) => [change.id, toEffects(change)])),
      }),
    };
  }
}

/**
 * Returns a change as patches in Mendoza's format, forward and back. Both use operation 0, "the value is now this", and
 * omit revisions. See github.com/sanity-io/mendoza
 */
export function toEffects({ before, after }: Change) {
  return { apply: [0, withoutRevision(after)], revert: [0, withoutRevision(before)] };
}

// A field that is undefined is missing in JSON.
const withoutRevision = (document: StoredDocument | null) => document && { ...document, _rev: undefined };

/**
 * Lists the events of a document for the Studio's history panel, newest first, without edits of its draft. `id` is the
 * id of the document or its draft.
 */
export function listEvents(store: DocumentStore, id: string, limit: number): object[] {
  const publishedId = id.replace(/^drafts\./, "");
  const draftId = `drafts.${publishedId}`;
  return store.history
    .toReversed()
    .flatMap((transaction) => {
      const findChange = (documentId: string) =>
        transaction.changes.find((change) => change.id === documentId);
      const event = toEvent(findChange(publishedId), findChange(draftId), store, transaction);
      return event ? [{ ...event, documentId: publishedId }] : [];
    })
    .slice(0, limit);
}

/** Returns a transaction as an event of a document, or undefined if it only edited the draft or changed neither. */
function toEvent(
  published: Change | undefined,
  draft: Change | undefined,
  store: DocumentStore,
  { id, timestamp, author }: Transaction,
): object | undefined {
  const common = { timestamp, author };
  const versionId = draft?.id ?? `drafts.${published?.id}`;
  if (published && !published.after) {
    if (!draft?.after && !store.get(versionId)) return { ...common, type: "deleteDocumentGroup" };
    return { ...common, type: "unpublishDocument", versionId, versionRevisionId: id };
  }
  if (draft && !draft.after) {
    const removal = { ...common, versionId, versionRevisionId: draft.before?._rev };
    if (!published) return { ...removal, type: "deleteDocumentVersion" };
    const publishCause = "document.publish";
    return { ...removal, type: "publishDocumentVersion", revisionId: id, publishCause };
  }
  if (draft && !draft.before) {
    return { ...common, type: "createDocumentVersion", versionId, versionRevisionId: id };
  }
  if (!published) return undefined;
  return { ...common, type: published.before ? "updateLiveDocument" : "createLiveDocument", revisionId: id };
}
