import type { Change, StoredDocument, Transaction } from "./documents.ts";
import type { DocumentStore } from "./store.ts";

/** Returns the document at a revision or a time (ISO 8601), or its last state before its removal. */
export function documentAt(
  store: DocumentStore,
  id: string,
  { revision, time }: { revision?: string | undefined; time?: string | undefined },
): StoredDocument | undefined {
  const changes = store.history.flatMap(({ timestamp, changes }) =>
    changes.filter((change) => change.id === id).map((change) => ({ ...change, timestamp })),
  );
  if (revision) {
    const versions = [...changes.flatMap(({ before, after }) => [before, after]), store.get(id)];
    const found = versions.find((version) => version?._rev === revision);
    // The Studio also requests published revisions under the id of the draft.
    if (!found && id.startsWith("drafts."))
      return documentAt(store, id.slice("drafts.".length), { revision });
    return found ?? undefined;
  }
  if (time) {
    const later = changes.find(({ timestamp }) => Date.parse(timestamp) > Date.parse(time));
    return (later ? later.before : store.get(id)) ?? undefined;
  }
  return store.get(id) ?? changes.findLast(({ before }) => before)?.before ?? undefined;
}

/** Returns the transactions that changed any of `ids`, as lines of JSON, filtered by the parameters of the address. */
export function transactionLines(
  store: DocumentStore,
  ids: readonly string[],
  query: URLSearchParams,
): string {
  const on = (name: string) => query.get(name) === "true";
  const wanted = new Set(ids);
  let found = store.history.filter(({ changes }) => changes.some(({ id }) => wanted.has(id)));

  const place = (name: string) => found.findIndex(({ id }) => id === query.get(name));
  const to = query.get("toTransaction") ? place("toTransaction") : -1;
  if (to >= 0) found = found.slice(0, to + 1);
  const from = query.get("fromTransaction") ? place("fromTransaction") : -1;
  if (from >= 0) found = found.slice(from);
  const [fromTime, toTime] = [query.get("fromTime"), query.get("toTime")];
  if (fromTime) found = found.filter(({ timestamp }) => timestamp >= fromTime);
  if (toTime) found = found.filter(({ timestamp }) => timestamp <= toTime);
  if (on("reverse")) found = found.toReversed();
  const limit = Number(query.get("limit") ?? 50);

  return found
    .slice(0, Number.isInteger(limit) && limit > 0 ? limit : 50)
    .map((transaction) => `${JSON.stringify(lineOf(transaction))}\n`)
    .join("");

  function lineOf({ id, timestamp, author, mutations, changes }: Transaction) {
    const shown = on("includeIdentifiedDocumentsOnly")
      ? changes.filter((change) => wanted.has(change.id))
      : changes;
    return {
      id,
      timestamp,
      author,
      documentIDs: shown.map((change) => change.id),
      ...(!on("excludeContent") && !on("excludeMutations") && { mutations }),
      ...(query.get("effectFormat") === "mendoza" && {
        effects: Object.fromEntries(shown.map((change) => [change.id, effectsOf(change)])),
      }),
    };
  }
}

/**
 * Returns a change as patches in Mendoza's format, forward and back. Both use operation 0, "the value is now this", and
 * omit revisions. See github.com/sanity-io/mendoza
 */
export function effectsOf({ before, after }: Change) {
  return { apply: [0, content(after)], revert: [0, content(before)] };
}

function content(document: StoredDocument | null) {
  if (!document) return null;
  const { _rev, ...rest } = document;
  return rest;
}

/**
 * Lists the events of a document for the Studio's history panel, newest first: its draft created, published or
 * discarded, the document unpublished or deleted. `id` is the id of the document or its draft.
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
