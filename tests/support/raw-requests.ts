import { connect } from "node:net";
import fc from "fast-check";
import { textDamages } from "./generated-input.ts";

const request = (line: string, ...headers: string[]) => [line, ...headers, "", ""].join("\r\n");
const hostHeader = "Host: localhost";

/** Requests that no client should send, with the fault of each. */
export const oddRequests: [what: string, bytes: string][] = [
  ["a path of two slashes", request("GET // HTTP/1.1", hostHeader)],
  ["a path that looks like another host's", request("GET //evil.example/health HTTP/1.1", hostHeader)],
  ["a path of backslashes", request("GET /\\\\..\\..\\etc HTTP/1.1", hostHeader)],
  ["an address that is none", request("GET http://[ HTTP/1.1", hostHeader)],
  ["an address in full", request("GET http://localhost/health HTTP/1.1", hostHeader)],
  ["an address in full without a path", request("GET http://localhost HTTP/1.1", hostHeader)],
  ["another scheme", request("GET javascript:alert(1) HTTP/1.1", hostHeader)],
  ["the whole server", request("OPTIONS * HTTP/1.1", hostHeader)],
  ["a tunnel", request("CONNECT localhost:22 HTTP/1.1", hostHeader)],
  ["a query alone", request("GET ? HTTP/1.1", hostHeader)],
  ["a fragment", request("GET /#%zz HTTP/1.1", hostHeader)],
  ["a percent sign alone", request("GET /% HTTP/1.1", hostHeader)],
  ["a percent sign before no number", request("GET /%zz?%zz=%zz HTTP/1.1", hostHeader)],
  ["bytes that are no UTF-8", request("GET /%ff%fe HTTP/1.1", hostHeader)],
  ["half a character", request("GET /%e2%82 HTTP/1.1", hostHeader)],
  ["an encoded NUL", request("GET /static/%00 HTTP/1.1", hostHeader)],
  ["a NUL", request("GET /\0 HTTP/1.1", hostHeader)],
  ["a path of 20,000 characters", request(`GET /${"a".repeat(20_000)} HTTP/1.1`, hostHeader)],
  ["a path of 5,000 characters", request(`GET /${"a".repeat(5_000)} HTTP/1.1`, hostHeader)],
  ["a header of 100,000 characters", request("GET / HTTP/1.1", hostHeader, `X: ${"a".repeat(100_000)}`)],
  [
    "3,000 headers",
    request("GET / HTTP/1.1", hostHeader, ...Array.from({ length: 3_000 }, (_, n) => `X${n}: 1`)),
  ],
  ["no host", request("GET / HTTP/1.1")],
  ["no host in HTTP/1.0", request("GET / HTTP/1.0")],
  ["two hosts", request("GET / HTTP/1.1", hostHeader, "Host: other.example")],
  ["a host that is none", request("GET / HTTP/1.1", "Host: a b:c]")],
  ["a host with a port that is none", request("GET / HTTP/1.1", "Host: localhost:99999")],
  ["a method that is none", request("G{T / HTTP/1.1", hostHeader)],
  ["a method that is rare", request("PROPFIND / HTTP/1.1", hostHeader)],
  ["TRACE", request("TRACE /v1/users/me HTTP/1.1", hostHeader)],
  ["a version that is none", request("GET / HTTP/9.9", hostHeader)],
  ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["a body with GET", `${request("GET /v1/users/me HTTP/1.1", hostHeader, "Content-Length: 2")}{}`],
  [
    "a chunk without a length",
    `${request("POST /sql HTTP/1.1", hostHeader, "Transfer-Encoding: chunked")}zz\r\n`,
  ],
  [
    "a chunk that is cut",
    `${request("POST /emails HTTP/1.1", hostHeader, "Transfer-Encoding: chunked")}ff\r\na`,
  ],
  ["a length that is none", request("POST /sql HTTP/1.1", hostHeader, "Content-Length: -1")],
  ["two lengths", request("POST /sql HTTP/1.1", hostHeader, "Content-Length: 1", "Content-Length: 2")],
  ["a body that never comes", request("POST /emails HTTP/1.1", hostHeader, "Content-Length: 100")],
  [
    "a question before the body",
    request("POST /sql HTTP/1.1", hostHeader, "Expect: 100-continue", "Content-Length: 9"),
  ],
  ["an unknown expectation", request("POST /sql HTTP/1.1", hostHeader, "Expect: a miracle")],
  [
    "a change of protocol",
    request(
      "GET / HTTP/1.1",
      hostHeader,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: x",
    ),
  ],
  ["a change to HTTP/2", `${request("PRI * HTTP/2.0")}SM\r\n\r\n`],
  ["half a line", "GET / HT"],
  ["half a head", "GET / HTTP/1.1\r\nHost: local"],
];

/** Addresses of every server on this machine. */
const addresses =
  "/ /health /v1/users/me /v2025-02-19/data/query/production?query=* /v2025-02-19/data/listen/production /v2025-02-19/data/mutate/production /images/vitrina0/production/a.webp /messages /emails /sql /static/page.css /api/auth/token";
const plainRequests = addresses
  .split(" ")
  .flatMap((address) => ["GET", "POST", "PATCH", "DELETE"].map((method) => `${method} ${address} HTTP/1.1`))
  .map((line) => `${request(line, hostHeader, "Content-Type: application/json", "Content-Length: 2")}{}`);
const pieces = fc.oneof(
  fc.constantFrom("..", ".", "%", "%zz", "%00", "%2e%2e", "%ff", "\\"),
  fc.constantFrom("@", ":", "[", "//", "*", "?", "&q=%", "\r\n"),
  fc
    .constantFrom(
      "Connection: close",
      "Upgrade: websocket",
      "Transfer-Encoding: chunked",
      "Content-Length: -5",
      "Expect: 100-continue",
      "Range: bytes=9-1",
      "Origin: http://[",
      "Authorization: Bearer",
      "Host: [",
      "Cookie: %",
      "Neon-Connection-String: x",
      "Neon-Connection-String: postgresql://%zz:a@b/c",
    )
    .map((header) => `\r\n${header}`),
  fc.constantFrom("{}", "[null]", "5\r\nabcde\r\n0\r\n\r\n", "zz\r\n"),
  fc.string({ unit: "binary-ascii", maxLength: 30 }),
);
const anyRequest = fc
  .tuple(
    fc.oneof(fc.constantFrom(...plainRequests), fc.constantFrom(...oddRequests.map(([, bytes]) => bytes))),
    fc.array(textDamages(pieces), { minLength: 1, maxLength: 3 }),
  )
  .map(([bytes, damages]) => damages.reduce((text, damage) => damage(text), bytes));

/** Generates requests that are damaged anywhere. The same seed gives the same requests. */
export const randomRequests = (seed: number, count: number): string[] =>
  fc.sample(anyRequest, { seed, numRuns: count });

/**
 * Sends bytes to a port of this machine, and resets the connection at the end, as a vanished client does.
 * @param timeout milliseconds without an answer after which it ends
 * @returns the first answer, or "" if none comes; with `whole` everything until the server ends the connection
 */
export function sendRaw(port: number, bytes: string, timeout = 1_000, whole = false): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    const end = () => {
      clearTimeout(silence);
      socket.resetAndDestroy();
      resolve(received);
    };
    const silence = setTimeout(end, timeout);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (!whole && received.includes("\r\n\r\n")) end();
    });
    socket.on("error", () => {}).on("close", end);
  });
}

/** Sends all requests, 50 at a time. */
export async function sendAll(port: number, requests: readonly string[]): Promise<void> {
  const queue = [...requests];
  const client = async () => {
    for (let nextRequest = queue.pop(); nextRequest !== undefined; nextRequest = queue.pop())
      await sendRaw(port, nextRequest, 100);
  };
  await Promise.all(Array.from({ length: 50 }, client));
}
