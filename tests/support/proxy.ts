import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * How a server behaves: as it does, late, not at all, without ever answering, with what is no answer (`nonsense`, `page`), or with an
 * error.
 */
export type Weather = "fine" | "slow" | "away" | "silent" | "nonsense" | "page" | "failing";

const answers = {
  nonsense: [200, "application/json", '{"result": [{"_id": 7'],
  page: [200, "text/html", "<!doctype html><title>Back soon</title>"],
  failing: [503, "application/json", '{"error": {"description": "Overloaded"}}'],
} as const;

/** How much later a slow server answers, in milliseconds: later than a page waits for it. */
const slowness = 600;

/** Stands in front of a server on this machine, and lets it be away in every way that a network knows. */
export async function startProxy(target: string) {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers } = incoming;
    const passed = send(new URL(incoming.url ?? "/", target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  };
  let weather: Weather = "fine";
  let asked = 0;
  const server = createServer((incoming, outgoing) => {
    asked += 1;
    if (weather === "away") return incoming.socket.destroy();
    if (weather === "silent") return;
    if (weather === "slow") return void setTimeout(() => pass(incoming, outgoing), slowness);
    if (weather !== "fine") {
      const [status, type, body] = answers[weather];
      outgoing.writeHead(status, { "Content-Type": type }).end(body);
      return;
    }
    pass(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** From now on. */
    set: (next: Weather) => {
      weather = next;
    },
    /** How often it was asked so far. */
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
