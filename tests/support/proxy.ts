import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/**
 * The behaviour of a server behind the proxy. `slow` delays the answer, and `late` delays it until the client has given
 * up.
 * `away` closes the connection, and `silent` never answers. `nonsense` and `page` are invalid answers, `moved` is a
 * redirect, `failing` is an error, and `torn` is half an answer.
 * With `lost` the server does the work, but its answer does not arrive.
 */
export type Weather =
  | "fine"
  | "slow"
  | "late"
  | "away"
  | "silent"
  | "nonsense"
  | "page"
  | "moved"
  | "failing"
  | "torn"
  | "lost";

const answers = {
  nonsense: [200, "application/json", '{"result": [{"_id": 7'],
  page: [200, "text/html", "<!doctype html><title>Back soon</title>"],
  failing: [503, "application/json", '{"error": {"description": "Overloaded"}}'],
} as const;

/**
 * Starts a proxy in front of a server on this machine, which can fail in every way of a network.
 * @param slowMs the delay of a slow server in milliseconds, by default longer than a page waits
 */
export async function startProxy(target: string, slowness = 600) {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers } = incoming;
    const passed = send(new URL(incoming.url ?? "/", target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  };
  // The work is done, although the client may be gone.
  const working = new Set<Promise<unknown>>();
  const doLate = async (incoming: IncomingMessage, outgoing: ServerResponse, how: Weather) => {
    const { method, headers, url = "/" } = incoming;
    const body = await buffer(incoming);
    if (how === "slow") await wait(slowness);
    if (how === "late" && !incoming.socket.destroyed) await once(incoming.socket, "close");
    const { host: _, connection: __, "transfer-encoding": ___, ...others } = headers;
    const sent = { method, headers: others, ...(body.length > 0 && { body }) };
    const answer = await fetch(new URL(url, target), sent as RequestInit);
    const whole = Buffer.from(await answer.arrayBuffer());
    if (how === "lost") return outgoing.destroy();
    const type = answer.headers.get("Content-Type") ?? "application/json";
    outgoing.writeHead(answer.status, { "Content-Type": type, "Content-Length": whole.length });
    if (how !== "torn") return outgoing.end(whole);
    outgoing.write(whole.subarray(0, whole.length / 2), () => outgoing.destroy());
  };
  let weather: Weather = "fine";
  let asked = 0;
  const server = createServer((incoming, outgoing) => {
    asked += 1;
    if (weather === "away") return incoming.socket.destroy();
    if (weather === "silent") return;
    if (weather === "slow" || weather === "late" || weather === "torn" || weather === "lost") {
      const work = doLate(incoming, outgoing, weather).catch(() => outgoing.destroy());
      working.add(work);
      return void work.finally(() => working.delete(work));
    }
    if (weather === "moved") {
      outgoing.writeHead(302, { Location: new URL(incoming.url ?? "/", target).href }).end();
      return;
    }
    if (weather !== "fine") {
      const [status, type, body] = answers[weather];
      outgoing.writeHead(status, { "Content-Type": type }).end(body);
      return;
    }
    pass(incoming, outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Sets the behaviour from now on. */
    set: (next: Weather) => {
      weather = next;
    },
    /** Returns the number of requests so far. */
    asked: () => asked,
    /** Resolves once all requests so far are done. */
    settled: () => Promise.all(working),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
