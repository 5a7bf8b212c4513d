import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { listenOnLoopback } from "#local/processes/loopback.ts";

/** The time for which requests to a replaced server may finish, in milliseconds. */
const longestGoodbye = 10_000;

/** A port of this machine in front of a server that can be replaced while visitors send requests. */
export type Gateway = {
  /**
   * Sends all further requests to the server on that port. Resolves once the earlier server has no open request, or
   * after the time limit.
   */
  leadTo(port: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a gateway that forwards the requests of a port to a server on another port. No request fails during a
 * replacement.
 */
export async function openGateway(port: number, first: number): Promise<Gateway> {
  let behind = first;
  const underWay = new Map<number, Set<Promise<void>>>();
  const listener = await listenOnLoopback(port, async (request, response) => {
    const open = underWay.get(behind) ?? new Set();
    underWay.set(behind, open);
    const work = handOn(request, response, behind);
    open.add(work);
    await work;
    open.delete(work);
  });
  return {
    async leadTo(next) {
      const open = underWay.get(behind) ?? new Set();
      underWay.delete(behind);
      behind = next;
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, longestGoodbye);
      });
      await Promise.race([Promise.all(open), timeout]);
      clearTimeout(timer);
    },
    close: listener.close,
  };
}

// These headers belong to the connection and are not forwarded.
const isOfConnection = /^(connection|keep-alive)$/i;
const handedOn = (raw: string[]): string[] =>
  raw.filter((_, index) => !isOfConnection.test(raw[index - (index % 2)] ?? ""));

/** Forwards a request, and resolves when its response has ended, successfully or not. */
function handOn(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  return new Promise((resolve) => {
    const { method = "GET", url: path = "/", rawHeaders } = request;
    const passed = send({
      host: "127.0.0.1",
      port,
      method,
      path,
      headers: handedOn(rawHeaders),
      agent: false,
    });
    response.once("close", () => {
      passed.destroy();
      resolve();
    });
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, handedOn(answer.rawHeaders));
      answer.on("error", () => response.destroy());
      answer.pipe(response);
    });
    passed.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { "Retry-After": "5" }).end("The site is restarting.\n");
    });
    request.pipe(passed);
  });
}
