import type { StoredDocument, Transaction } from "./documents.ts";
import { effectsOf } from "./effects.ts";
import type { DocumentStore } from "./store.ts";

/** The document as it was at a revision or a time (ISO 8601), or as it was last before it was removed. */
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
    // The Studio asks its draft for what was published, too.
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

/** The transactions that touched any of `ids`, one line of JSON each, as the parameters of the address say. */
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
