import { createHash } from "node:crypto";
import {
  type Caller,
  type Change,
  canRead,
  type DatasetName,
  type StoredDocument,
  type Transaction,
} from "./documents.ts";
import { toEffects } from "./history.ts";
import { type ParsedQuery, parseQuery, runParsedQuery } from "./query.ts";
import type { DocumentStore } from "./store.ts";

type ServerEvent = { name: string; data: object; id?: string };

const keepAliveMs = 20_000;

/**
 * Streams server-sent events: `welcome`, then the result of `toEvents` for each transaction in order, until the client
 * disconnects.
 */
function eventStream(
  store: DocumentStore,
  welcome: ServerEvent,
  toEvents: (transaction: Transaction) => ServerEvent[] | Promise<ServerEvent[]>,
): Response {
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const sendEvent = ({ name, data, id }: ServerEvent) =>
        send(`${id ? `id: ${id}\n` : ""}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

      send("retry: 1000\n\n");
      sendEvent(welcome);
      // Keeps the order of transactions, even if the events of one take longer.
      let lastSent = Promise.resolve();
      const stopListening = store.listen((transaction) => {
        lastSent = lastSent.then(async () => {
          for (const event of await toEvents(transaction)) sendEvent(event);
        });
        // The end of the stream lets the client connect again.
        lastSent = lastSent.catch((error) => {
          stop();
          controller.error(error);
        });
      });
      const keepAlive = setInterval(() => send(":\n\n"), keepAliveMs);
      stop = () => {
        clearInterval(keepAlive);
        stopListening();
      };
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" },
  });
}

export type ListenRequest = {
  query: string;
  params: Record<string, unknown>;
  includeResult: boolean;
  includeMutations: boolean;
  withEffects: boolean;
  visibility: string;
};

/**
 * Streams the changes of the documents that a query matches, as server-sent events: `welcome`, then a `mutation` for
 * each changed document, until the client disconnects.
 */
export function streamMutations(
  store: DocumentStore,
  caller: Caller,
  request: ListenRequest,
  dataset: DatasetName,
): Response {
  const filter = parseQuery(request.query, request.params);
  const welcome = { name: "welcome", data: { listenerName: crypto.randomUUID() } };
  return eventStream(store, welcome, async (transaction) => {
    const events = await toEvents(transaction, filter, caller, request, dataset);
    return events.map((data) => ({ name: "mutation", data, id: data.eventId }));
  });
}

/** Returns the `mutation` events of a transaction: one for each document that matches the query before or after it. */
async function toEvents(
  transaction: Transaction,
  filter: ParsedQuery,
  caller: Caller,
  request: ListenRequest,
  dataset: DatasetName,
) {
  const isMatch = async (document: StoredDocument | null) => {
    if (!document) return false;
    const result = await runParsedQuery(filter, [document], request.params, dataset);
    return Array.isArray(result) ? result.length > 0 : result !== null && result !== false;
  };
  const visibleChanges = transaction.changes.filter(({ id }) => canRead(caller, id));
  const matchResults = await Promise.all(
    visibleChanges.map(async (change) => {
      const [before, after] = [await isMatch(change.before), await isMatch(change.after)];
      const transition = before && after ? "update" : after ? "appear" : "disappear";
      return before || after ? [{ change, transition }] : [];
    }),
  );
  const matchingChanges = matchResults.flat();
  return matchingChanges.map(({ change, transition }, index) => {
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
      // Also for a deleted document: the Studio follows the chain of revisions.
      resultRev: after?._rev ?? transaction.id,
      ...(request.includeResult && after && { result: after }),
      ...(request.withEffects && { effects: toEffects(change) }),
      timestamp: transaction.timestamp,
      visibility: request.visibility,
      transactionTotalEvents: matchingChanges.length,
      transactionCurrentEvent: index + 1,
    };
  });
}

/** Returns the mutations of a transaction that changed one document. */
function mutationsOn({ id }: Change, { mutations }: Transaction): object[] {
  return mutations.filter((mutation) => {
    const [operation] = Object.values(mutation) as { id?: string; _id?: string }[];
    return (operation?.id ?? operation?._id) === id;
  });
}

/**
 * Returns the tags of every query result, by which the Live Content API reports outdated results: one tag for the whole
 * dataset.
 */
export const syncTags = ({ projectId, dataset }: DatasetName): string[] => [
  `s1:${createHash("sha1").update(`${projectId}.${dataset}`).digest("hex").slice(0, 6)}`,
];

/**
 * Streams changes as Sanity's Live Content API does: `welcome`, then a `message` with the tag of the dataset for each
 * visible transaction. Transactions of drafts are included on request only.
 */
export function streamContentChanges(
  store: DocumentStore,
  caller: Caller,
  dataset: DatasetName,
  includeDrafts: boolean,
): Response {
  const tags = syncTags(dataset);
  const isVisible = (id: string) => canRead(caller, id) && (includeDrafts || !id.includes("."));
  const id = crypto.randomUUID();
  return eventStream(store, { name: "welcome", data: { id }, id }, (transaction) =>
    transaction.changes.some((change) => isVisible(change.id))
      ? [{ name: "message", data: { tags }, id: transaction.id }]
      : [],
  );
}
