import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Hono } from "hono";
import { isLoopback } from "#functions/kernel/loopback.ts";
import { listenOnLoopback, RejectedRequest } from "./loopback.ts";

const maxBodyBytes = 50 * 1024 * 1024;

/**
 * Serves a Hono app on this machine, as `listenOnLoopback` does. Bodies of requests have at most 50 MiB. The signal of a
 * request is aborted when its client disconnects. Changes that a page of another machine requests are rejected.
 */
export const serveApp = (port: number, app: Pick<Hono, "fetch">) =>
  listenOnLoopback(port, async (incoming, outgoing, { url }) => {
    const clientGone = new AbortController();
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) clientGone.abort();
    });
    const request = await toRequest(incoming, url, clientGone.signal);
    await send(await app.fetch(request), outgoing);
  });

/** @throws RejectedRequest 400, 403, 405 or 413 */
async function toRequest(incoming: IncomingMessage, url: URL, signal: AbortSignal): Promise<Request> {
  const { method = "GET" } = incoming;
  // A Request cannot have this method.
  if (method === "TRACE") throw new RejectedRequest(405, "TRACE is not a method of this server.");
  if (method !== "GET" && method !== "HEAD" && method !== "OPTIONS") rejectForeignPage(incoming);
  if (url.username || url.password) throw new RejectedRequest(400, "The address has a login.");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new RejectedRequest(413, "The body is too large.");
    chunks.push(chunk);
  }
  return new Request(url, {
    method,
    signal,
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(chunks.length > 0 && method !== "GET" && method !== "HEAD" && { body: Buffer.concat(chunks) }),
  });
}

/**
 * Rejects a request from a page of another machine. Such a page cannot read the answer, but the request could change
 * something.
 * @throws RejectedRequest 403
 */
function rejectForeignPage({ headers: { origin } }: IncomingMessage): void {
  if (origin === undefined || isLoopback(URL.parse(origin)?.hostname ?? "")) return;
  throw new RejectedRequest(403, "Only pages of this machine may change something here.");
}

/** Sends a response, and streams its body until its end or until the client disconnects. */
async function send({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  if (body) await pipeline(Readable.fromWeb(body as never), outgoing);
  else outgoing.end();
}
