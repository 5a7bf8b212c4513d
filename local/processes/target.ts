import type { IncomingMessage } from "node:http";
import { isLoopback } from "#functions/contract/loopback.ts";

/** A request that is not handed on, with its HTTP status and a sentence. */
export class Refused extends Error {
  readonly status: 400 | 421;
  constructor(status: Refused["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/** What a request is for: its address, and the path of it with its percent signs read. */
export type Target = { url: URL; path: string };

const ownHosts = "This server answers to the names of this machine only: localhost, 127.0.0.1 and [::1].";

/**
 * Reads what a request is for. A foreign name that was made to lead to this machine is refused: otherwise a page
 * there could read what is here, as a page of the same origin.
 * @throws Refused 421 for the name of another machine, 400 for an address that cannot be read
 */
export function readTarget(request: IncomingMessage): Target {
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
    // Answered as one that has a NUL: neither is a path of anything.
  }
  throw new Refused(400, "The path of the request is not percent-encoded correctly.");
}
