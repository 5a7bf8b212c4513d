import type { Transaction } from "./documents.ts";
import type { DocumentStore } from "./store.ts";

type Event = { name: string; data: object; id?: string };

const keepAliveEvery = 20_000;

/**
 * Server-sent events: `welcome`, then what `eventsOf` makes of each transaction, one transaction after the other, for as long as
 * the reader stays.
 */
export function eventStream(
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
      // One transaction after the other, also when one takes longer to look at.
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
