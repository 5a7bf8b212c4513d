import { createHash } from "node:crypto";
import {
  type Caller,
  type Change,
  maySee,
  type Place,
  type StoredDocument,
  type Transaction,
} from "./documents.ts";
import { effectsOf } from "./history.ts";
import { ask, type ParsedQuery, parseQuery } from "./query.ts";
import type { DocumentStore } from "./store.ts";

type Event = { name: string; data: object; id?: string };

const keepAliveEvery = 20_000;

/**
 * Streams server-sent events: `welcome`, then the result of `toEvents` for each transaction in order, until the client
 * disconnects.
 */
function eventStream(
  store: DocumentStore,
  welcome: Event,
  eventsOf: (transaction: Transaction) => Event[] | Promise<Event[]>,
): Response {
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const sendEvent = ({ name, data, id }: Event) =>
        send(`${id ? `id: ${id}\n` : ""}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

      send("retry: 1000\n\n");
      sendEvent(welcome);
      // Keeps the order of transactions, even if the events of one take longer.
      let last = Promise.resolve();
      const forget = store.listen((transaction) => {
        last = last.then(async () => {
          for (const event of await eventsOf(transaction)) sendEvent(event);
        });
        last = last.catch(() => stop());
      });
      const keepAlive = setInterval(() => send(":\n\n"), keepAliveEvery);
      stop = () => {
        clearInterval(keepAlive);
        forget();
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
  includePreviousRevision: boolean;
  includeMutations: boolean;
  withEffects: boolean;
  visibility: string;
};

/**
 * Streams the changes of the documents that a query matches, as server-sent events: `welcome`, then a `mutation` for
 * each changed document, until the client disconnects.
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
      // Also for a deleted document: the Studio follows the chain of revisions.
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

/**
 * Returns the tags of every query result, by which the Live Content API reports outdated results: one tag for the whole
 * dataset.
 */
export const syncTags = ({ projectId, dataset }: Place): string[] => [
  `s1:${createHash("sha1").update(`${projectId}.${dataset}`).digest("hex").slice(0, 6)}`,
];

/**
 * The Live Content API: `welcome`, then a `message` with the tags of the changes for each visible transaction.
 * Transactions of drafts are included on request only.
 */
export function followContent(
  store: DocumentStore,
  caller: Caller,
  place: Place,
  includeDrafts: boolean,
): Response {
  const tags = syncTags(place);
  const concerns = (id: string) => maySee(caller, id) && (includeDrafts || !id.includes("."));
  const id = crypto.randomUUID();
  return eventStream(store, { name: "welcome", data: { id }, id }, (transaction) =>
    transaction.changes.some((change) => concerns(change.id))
      ? [{ name: "message", data: { tags }, id: transaction.id }]
      : [],
  );
}
