import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/**
 * How a server behaves: as it does, slowly, after the client has given up (`late`), not at all, without ever answering, with an invalid
 * answer (`nonsense`, `page`), with a redirect (`moved`), with an error, with half an answer (`torn`), or so that it does what it is asked and its answer does not
 * arrive (`lost`).
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
 * Stands in front of a server on this machine, and lets it be away in every way that a network knows. A slow server answers
 * `slowness` milliseconds late, by default later than a page waits for it.
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
  // What was asked is done, although no one may be left to hear of it.
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
    /** From now on. */
    set: (next: Weather) => {
      weather = next;
    },
    /** How often it was asked so far. */
    asked: () => asked,
    /** Resolves once everything that was asked so far is done. */
    settled: () => Promise.all(working),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
