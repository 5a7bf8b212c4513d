import { readFile, writeFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOnLoopback, RejectedRequest, rejectPages } from "#local/processes/loopback.ts";
import { readApiReference } from "./api-reference.ts";

/** The time for which requests to a replaced server may finish, in milliseconds. */
const drainTimeoutMs = 10_000;

/**
 * Opens the gateway of `npm start`. It forwards visitors' requests to the served build on another port, so that no
 * request fails while a new build replaces it. It answers `/api/reference` itself, with a page that describes the API.
 */
export async function openGateway(port: number, initialPort: number) {
  let target = { port: initialPort, pendingRequests: new Set<Promise<void>>() };
  const listener = await listenOnLoopback(port, async (request, response) => {
    if (request.method === "GET" && request.url === "/api/reference") {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(await readApiReference());
      return;
    }
    const { port: targetPort, pendingRequests } = target;
    const work = forward(request, response, targetPort);
    pendingRequests.add(work);
    await work;
    pendingRequests.delete(work);
  });
  return {
    /**
     * Sends all further requests to the server on that port. Resolves once the earlier server has no open request, or
     * after the time limit.
     */
    async routeTo(nextPort: number): Promise<void> {
      const { pendingRequests } = target;
      target = { port: nextPort, pendingRequests: new Set() };
      const timeout = sleep(drainTimeoutMs, undefined, { ref: false });
      await Promise.race([Promise.all(pendingRequests), timeout]);
    },
    close: listener.close,
  };
}

/**
 * Starts the gateway, the reverse proxy of `npm start`. A POST to the secret `controlPath` of `controlPort` sets the port
 * to which it forwards requests. Web pages may not call it. `/health` there checks its health. `file` stores the port
 * for a restart of the gateway.
 */
export async function startGateway(options: {
  port: number;
  controlPort: number;
  controlPath: string;
  file: string;
}) {
  const gateway = await openGateway(options.port, Number(await readFile(options.file, "utf8")));
  const control = await listenOnLoopback(options.controlPort, async (request, response, { url, path }) => {
    rejectPages(request);
    if (path === options.controlPath && request.method === "POST") {
      const port = url.searchParams.get("port") ?? "";
      await writeFile(options.file, port);
      await gateway.routeTo(Number(port));
    } else if (path !== "/health") throw new RejectedRequest(404, "There is nothing at this address.");
    response.writeHead(200).end();
  });
  const close = async () => {
    await Promise.all([gateway.close(), control.close()]);
  };
  return { port: options.port, controlPort: control.port, close };
}

// These headers belong to the connection and are not forwarded.
const connectionHeader = /^(connection|keep-alive)$/i;
const forwardedHeaders = (raw: string[]): string[] =>
  raw.filter((_, index) => !connectionHeader.test(raw[index - (index % 2)] ?? ""));

/** Forwards a request, and resolves when its response has ended, successfully or not. */
function forward(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  return new Promise((resolve) => {
    const { method = "GET", url: path = "/", rawHeaders } = request;
    const forwardedRequest = send({
      host: "127.0.0.1",
      port,
      method,
      path,
      headers: forwardedHeaders(rawHeaders),
      agent: false,
    });
    response.once("close", () => {
      forwardedRequest.destroy();
      resolve();
    });
    forwardedRequest.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.rawHeaders));
      answer.on("error", () => response.destroy());
      answer.pipe(response);
    });
    forwardedRequest.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { "Retry-After": "5" }).end("The site is restarting.\n");
    });
    request.pipe(forwardedRequest);
  });
}
