import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { listenOnLoopback } from "#local/processes/loopback.ts";

/**
 * The behavior of a server behind the proxy. `slow` delays the answer, and `late` delays it until the client has given
 * up.
 * `away` closes the connection, and `silent` never answers. `nonsense` and `page` are invalid answers, `moved` is a
 * redirect, `failing` is an error, and `torn` is half an answer.
 * With `lost` the server does the work, but its answer does not arrive.
 */
export type ServerBehavior =
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
export async function startProxy(target: string, slowMs = 600) {
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers } = incoming;
    const forwarded = send(new URL(incoming.url ?? "/", target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  };
  // The work is done, although the client may be gone.
  const pendingWork = new Set<Promise<unknown>>();
  const forwardLate = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    lateBehavior: ServerBehavior,
  ) => {
    const { method, headers, url = "/" } = incoming;
    const body = await buffer(incoming);
    if (lateBehavior === "slow") await wait(slowMs);
    if (lateBehavior === "late" && !incoming.socket.destroyed) await once(incoming.socket, "close");
    const { host: _, connection: __, "transfer-encoding": ___, ...otherHeaders } = headers;
    const request = { method, headers: otherHeaders, ...(body.length > 0 && { body }) };
    const answer = await fetch(new URL(url, target), request as RequestInit);
    const answerBody = Buffer.from(await answer.arrayBuffer());
    if (lateBehavior === "lost") return outgoing.destroy();
    const type = answer.headers.get("Content-Type") ?? "application/json";
    outgoing.writeHead(answer.status, { "Content-Type": type, "Content-Length": answerBody.length });
    if (lateBehavior !== "torn") return outgoing.end(answerBody);
    outgoing.write(answerBody.subarray(0, answerBody.length / 2), () => outgoing.destroy());
  };
  let nextBehavior: ServerBehavior = "fine";
  let firstRequest = 0;
  let requestCount = 0;
  const listener = await listenOnLoopback(0, (incoming, outgoing) => {
    requestCount += 1;
    const behavior = requestCount < firstRequest ? "fine" : nextBehavior;
    if (behavior === "away") return void incoming.socket.destroy();
    if (behavior === "silent") return;
    if (behavior === "slow" || behavior === "late" || behavior === "torn" || behavior === "lost") {
      const work = forwardLate(incoming, outgoing, behavior).catch(() => outgoing.destroy());
      pendingWork.add(work);
      return void work.finally(() => pendingWork.delete(work));
    }
    if (behavior === "moved") {
      outgoing.writeHead(302, { Location: new URL(incoming.url ?? "/", target).href }).end();
      return;
    }
    if (behavior !== "fine") {
      const [status, type, body] = answers[behavior];
      outgoing.writeHead(status, { "Content-Type": type }).end(body);
      return;
    }
    forward(incoming, outgoing);
  });
  return {
    origin: `http://localhost:${listener.port}`,
    /** Sets the behavior from now on, or from a later request on. */
    set: (next: ServerBehavior, request = 1) => {
      nextBehavior = next;
      firstRequest = requestCount + request;
    },
    /** Returns the number of requests so far. */
    asked: () => requestCount,
    /** Resolves once all requests so far are done. */
    settled: () => Promise.all(pendingWork),
    close: listener.close,
  };
}
