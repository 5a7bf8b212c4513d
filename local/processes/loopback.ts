import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { isLoopback } from "#functions/kernel/loopback.ts";

// Longer than workerd keeps an idle connection. Otherwise this server might close a connection just as workerd sends a
// request, which would be lost. In milliseconds.
const keepAliveTimeout = 120_000;

/** Answers one request. A thrown error is answered with 500, and the process continues. */
type Handler = (request: IncomingMessage, response: ServerResponse, target: Target) => void | Promise<void>;

/** Accepts a WebSocket connection to a name of this machine. */
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Serves HTTP on 127.0.0.1 and, if the machine has it, on ::1, because `localhost` may be either. Port 0 takes any free
 * port. Requests for another host name are rejected (`readTarget`), and WebSockets without `onUpgrade`.
 * @throws Error with one sentence if the port is in use, otherwise the error of the system
 */
export async function listenOnLoopback(port: number, handler: Handler, onUpgrade?: UpgradeHandler) {
  for (;;) {
    const ipv4 = await listen(port, "127.0.0.1", handler, onUpgrade).catch((error) =>
      throwPortError(port, error),
    );
    const actualPort = (ipv4.address() as AddressInfo).port;
    try {
      const ipv6 = await listen(actualPort, "::1", handler, onUpgrade);
      return { port: actualPort, close: () => closeAll([ipv4, ipv6]) };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "EADDRINUSE") return { port: actualPort, close: () => closeAll([ipv4]) };
      await closeAll([ipv4]);
      if (port !== 0) throwPortError(port, error);
    }
  }
}

function throwPortError(port: number, error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
  throw new Error(`Port ${port} is in use by another program.`, { cause: error });
}

function listen(port: number, host: string, handler: Handler, onUpgrade?: UpgradeHandler): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => void answerRequest(request, response, handler));
    server.keepAliveTimeout = keepAliveTimeout;
    if (onUpgrade) server.on("upgrade", (...upgrade) => upgradeOrEnd(onUpgrade, ...upgrade));
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // A connection that cannot be accepted, for instance because of too many open files, affects that client only.
      server.on("error", ({ message }) => void process.stderr.write(`${message}\n`));
      resolve(server);
    });
  });
}

/** Answers a request by `handler`, or with the error that it throws. It never rejects: no request ends the process. */
async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  handler: Handler,
): Promise<void> {
  try {
    await handler(request, response, readTarget(request));
  } catch (error) {
    const isRejected = error instanceof RejectedRequest;
    // A client that disconnected is not an error of this server.
    if (!isRejected && !response.destroyed) process.stderr.write(`${(error as Error).stack}\n`);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const [status, message] = isRejected
      ? [error.status, error.message]
      : [500, "Something went wrong here."];
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
    response.end(`${message}\n`);
  }
}

/** Hands a WebSocket request for a name of this machine to `onUpgrade`, and closes the connection of any other one. */
function upgradeOrEnd(onUpgrade: UpgradeHandler, ...upgrade: Parameters<UpgradeHandler>): void {
  const [request, socket] = upgrade;
  // Node removes its own listener before it hands over the socket, and a reset connection would end the process.
  socket.on("error", () => {});
  try {
    readTarget(request);
    onUpgrade(...upgrade);
  } catch {
    socket.destroy();
  }
}

async function closeAll(servers: Server[]): Promise<void> {
  // Rejects for a server that is closed already.
  const closings = servers.map((server) => server[Symbol.asyncDispose]().catch(() => {}));
  for (const server of servers) server.closeAllConnections();
  await Promise.all(closings);
}

/** A rejected request, with its HTTP status and a sentence. */
export class RejectedRequest extends Error {
  readonly status: 400 | 403 | 404 | 405 | 413 | 421;
  constructor(status: RejectedRequest["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Rejects a request that a page in a browser sends, whatever its origin. Browsers add these headers, and no page can
 * remove them.
 * @throws RejectedRequest 403
 */
export function rejectPages({ headers }: IncomingMessage): void {
  if (headers.origin === undefined && headers["sec-fetch-site"] === undefined) return;
  throw new RejectedRequest(403, "This address is not for web pages.");
}

/** The target of a request: its address, and its percent-decoded path. */
type Target = { url: URL; path: string };

const allowedHostsMessage =
  "This server answers to the names of this machine only: localhost, 127.0.0.1 and [::1].";

/**
 * Reads the target of a request. A foreign host name that resolves to this machine is rejected, because a page of that
 * origin could read this server's data (DNS rebinding).
 * @throws RejectedRequest 421 for another host name, 400 for an address that cannot be parsed
 */
function readTarget(request: IncomingMessage): Target {
  const { host = "" } = request.headers;
  const requestTarget = request.url ?? "";
  const ownUrl = URL.parse(`http://${host}`);
  // A Host header is a name and a port, without any other part of an address.
  if (ownUrl?.pathname !== "/" || /[@/?#\\]/.test(host) || !isLoopback(ownUrl.hostname)) {
    throw new RejectedRequest(421, allowedHostsMessage);
  }
  // A request target with a leading slash is a path, even with two slashes, which a URL parser would read as a host.
  const url = URL.parse(requestTarget.startsWith("/") ? `${ownUrl.origin}${requestTarget}` : requestTarget);
  if (url?.protocol !== "http:") throw new RejectedRequest(400, "The address of the request cannot be read.");
  if (!isLoopback(url.hostname)) throw new RejectedRequest(421, allowedHostsMessage);
  return { url, path: readPath(url) };
}

function readPath({ pathname }: URL): string {
  try {
    const path = decodeURIComponent(pathname);
    if (!path.includes("\0")) return path;
  } catch {
    // Rejected like a path with a NUL character.
  }
  throw new RejectedRequest(400, "The path of the request is not percent-encoded correctly.");
}
