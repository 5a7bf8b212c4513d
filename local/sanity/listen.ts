import { type Caller, type Change, maySee, type StoredDocument, type Transaction } from "./documents.ts";
import { eventStream } from "./event-stream.ts";
import { effectsOf } from "./history.ts";
import { ask, type ParsedQuery, parseQuery } from "./query.ts";
import type { DocumentStore } from "./store.ts";

export type ListenRequest = {
  query: string;
  params: Record<string, unknown>;
  includeResult: boolean;
  includePreviousRevision: boolean;
  includeMutations: boolean;
  withEffects: boolean;
  visibility: string;
};

type Place = { projectId: string; dataset: string };

/**
 * The changes of the documents that a query finds, as server-sent events: `welcome`, then a `mutation` for each
 * document that a transaction changed, for as long as the reader stays.
 */
export function listen(store: DocumentStore, caller: Caller, request: ListenRequest, place: Place): Response {
  const filter = parseQuery(request.query, request.params);
  const welcome = { name: "welcome", data: { listenerName: crypto.randomUUID() } };
  return eventStream(store, welcome, async (transaction) => {
    const events = await eventsOf(transaction, filter, caller, request, place);
    return events.map((data) => ({ name: "mutation", data, id: data.eventId }));
  });
}

async function eventsOf(
  transaction: Transaction,
  filter: ParsedQuery,
  caller: Caller,
  request: ListenRequest,
  place: Place,
) {
  const matches = async (document: StoredDocument | null) => {
    if (!document) return false;
    const found = await ask(filter, [document], request.params, place);
    return Array.isArray(found) ? found.length > 0 : found !== null && found !== false;
  };
  const visible = transaction.changes.filter(({ id }) => maySee(caller, id));
  const found = await Promise.all(
    visible.map(async (change) => {
      const [before, after] = [await matches(change.before), await matches(change.after)];
      const transition = before && after ? "update" : after ? "appear" : "disappear";
      return before || after ? [{ change, transition }] : [];
    }),
  );
  const matching = found.flat();
  return matching.map(({ change, transition }, index) => {
    const { id, before, after } = change;
    return {
      eventId: `${transaction.id}#${id}`,
      type: "mutation",
      documentId: id,
      transactionId: transaction.id,
      transition,
      identity: transaction.author,
      ...(request.includeMutations && { mutations: mutationsOn(change, transaction) }),
      ...(before && { previousRev: before._rev }),
      // Also when the document is gone: the Studio follows the chain of revisions.
      resultRev: after?._rev ?? transaction.id,
      ...(request.includeResult && after && { result: after }),
      ...(request.includePreviousRevision && before && { previous: before }),
      ...(request.withEffects && { effects: effectsOf(change) }),
      timestamp: transaction.timestamp,
      visibility: request.visibility,
      transactionTotalEvents: matching.length,
      transactionCurrentEvent: index + 1,
    };
  });
}

function mutationsOn({ id }: Change, { mutations }: Transaction): object[] {
  return mutations.filter((mutation) => {
    const [operation] = Object.values(mutation) as { id?: string; _id?: string }[];
    return (operation?.id ?? operation?._id) === id;
  });
}
