import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { isLoopback } from "#functions/kernel/http/own-host.ts";

// Longer than workerd keeps a connection that it does not use: closed from here, it could be just then that it sends
// a request, which would be lost. In milliseconds.
const keepAliveTimeout = 120_000;

/** Answers one request. What it throws is answered with 500, and the process goes on. */
type Handler = (request: IncomingMessage, response: ServerResponse, target: Target) => void | Promise<void>;

/** Takes a connection that a page of this machine wants to be a WebSocket. */
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface LoopbackListener {
  port: number;
  close(): Promise<void>;
}

/**
 * Serves HTTP to this machine only, and to pages of its own only (`readTarget`), on 127.0.0.1 and, where the machine has it, on ::1, because `localhost` is
 * either of them. Port 0 takes any that is free. Without `onUpgrade` there are no WebSockets.
 * @throws Error with one sentence when the port is taken, otherwise the system's own
 */
export async function listenOnLoopback(
  port: number,
  handler: Handler,
  onUpgrade?: UpgradeHandler,
): Promise<LoopbackListener> {
  for (;;) {
    const ipv4 = await listen(port, "127.0.0.1", handler, onUpgrade).catch((error) => refuse(port, error));
    const chosen = (ipv4.address() as AddressInfo).port;
    try {
      const ipv6 = await listen(chosen, "::1", handler, onUpgrade);
      return { port: chosen, close: () => closeAll([ipv4, ipv6]) };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "EADDRINUSE") return { port: chosen, close: () => closeAll([ipv4]) };
      await closeAll([ipv4]);
      if (port !== 0) refuse(port, error);
    }
  }
}

function refuse(port: number, error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
  throw new Error(`Port ${port} is in use by another program.`, { cause: error });
}

function listen(port: number, host: string, handler: Handler, onUpgrade?: UpgradeHandler): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => void answer(request, response, handler));
    server.keepAliveTimeout = keepAliveTimeout;
    if (onUpgrade) server.on("upgrade", (...upgrade) => upgradeOrEnd(onUpgrade, ...upgrade));
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // A connection that cannot be accepted, as with too many open files, is that client's loss only.
      server.on("error", ({ message }) => void process.stderr.write(`${message}\n`));
      resolve(server);
    });
  });
}

// Never rejects: nothing that is sent here may end the process.
async function answer(request: IncomingMessage, response: ServerResponse, handler: Handler): Promise<void> {
  try {
    await handler(request, response, readTarget(request));
  } catch (error) {
    const refused = error instanceof Refused;
    // A client that left in the middle is no fault of ours.
    if (!refused && !response.destroyed) process.stderr.write(`${(error as Error).stack}\n`);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const [status, words] = refused ? [error.status, error.message] : [500, "Something went wrong here."];
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
    response.end(`${words}\n`);
  }
}

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
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}

/** A request that is not handed on, with its HTTP status and a sentence. */
class Refused extends Error {
  readonly status: 400 | 421;
  constructor(status: Refused["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/** What a request is for: its address, and the path of it with its percent signs read. */
type Target = { url: URL; path: string };

const ownHosts = "This server answers to the names of this machine only: localhost, 127.0.0.1 and [::1].";

/**
 * Reads what a request is for. A foreign name that was made to lead to this machine is refused: otherwise a page
 * there could read what is here, as a page of the same origin.
 * @throws Refused 421 for the name of another machine, 400 for an address that cannot be read
 */
function readTarget(request: IncomingMessage): Target {
  const { host = "" } = request.headers;
  const asked = request.url ?? "";
  const own = URL.parse(`http://${host}`);
  // A host is a name and a port; the rest of what an address can have has no place here.
  if (own?.pathname !== "/" || /[@/?#\\]/.test(host) || !isLoopback(own.hostname)) {
    throw new Refused(421, ownHosts);
  }
  // What begins with a slash is a path, also with two of them, after which an address would have a host.
  const url = URL.parse(asked.startsWith("/") ? `${own.origin}${asked}` : asked);
  if (url?.protocol !== "http:") throw new Refused(400, "The address of the request cannot be read.");
  if (!isLoopback(url.hostname)) throw new Refused(421, ownHosts);
  return { url, path: readPath(url) };
}

function readPath({ pathname }: URL): string {
  try {
    const path = decodeURIComponent(pathname);
    if (!path.includes("\0")) return path;
  } catch {
    // Rejected like a path with a NUL character.
  }
  throw new Refused(400, "The path of the request is not percent-encoded correctly.");
}
