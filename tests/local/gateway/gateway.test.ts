import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGateway } from "#local/gateway/gateway.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { findFreePorts } from "#local/processes/ports.ts";

type Listener = Awaited<ReturnType<typeof listenOnLoopback>>;

let gateway: Awaited<ReturnType<typeof openGateway>>;
let origin = "";
const servers: Listener[] = [];
/** Ends the answer of `/slow`. */
let finish = () => {};

/** Starts a server that returns its name and the request. `/slow` begins an answer and does not end it. */
async function startServer(name: string): Promise<Listener> {
  const listener = await listenOnLoopback(0, async (incoming, outgoing, { url }) => {
    const body = await text(incoming);
    outgoing.writeHead(201, [...["X-Name", name], ...["Set-Cookie", "a=1", "Set-Cookie", "b=2"]]);
    outgoing.write(`${incoming.method} ${url.pathname}${url.search} ${incoming.headers.host} ${body}`);
    if (url.pathname === "/slow") await new Promise<void>((resolve) => (finish = resolve));
    outgoing.end();
  });
  servers.push(listener);
  return listener;
}

beforeAll(async () => {
  const [port = 0] = await findFreePorts(1);
  gateway = await openGateway(port, (await startServer("first")).port);
  origin = `http://localhost:${port}`;
});
afterAll(async () => {
  await gateway.close();
  await Promise.all(servers.map((listener) => listener.close()));
});

test("forwards a request and its answer unchanged", async () => {
  const response = await fetch(`${origin}/a%20b?q=1`, { method: "POST", body: "señal" });
  expect(response.status).toBe(201);
  expect(response.headers.get("X-Name")).toBe("first");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await response.text()).toBe(`POST /a%20b?q=1 ${new URL(origin).host} señal`);
});

test("replaces a server after its last answers, and loses no request", async () => {
  const second = await startServer("second");
  const slow = await fetch(`${origin}/slow`);
  let isExchanged = false;
  const exchange = gateway.routeTo(second.port).then(() => {
    isExchanged = true;
  });
  expect((await fetch(origin)).headers.get("X-Name")).toBe("second");
  expect(isExchanged).toBe(false);
  finish();
  expect(await slow.text()).toContain("GET /slow");
  await exchange;
});

test("does not wait for a visitor who has left", async () => {
  const { port } = await startServer("third");
  const slowRequest = request(`${origin}/slow`).end();
  await new Promise((resolve) => slowRequest.once("response", resolve));
  slowRequest.destroy();
  await gateway.routeTo(port);
});

test("answers 503 with Retry-After while no server answers", async () => {
  const [freePort = 0] = await findFreePorts(1);
  await gateway.routeTo(freePort);
  const response = await fetch(origin);
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
});

test("describes the API at /api/reference", async () => {
  const response = await fetch(`${origin}/api/reference`);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  const html = await response.text();
  expect(html).toContain("<b>POST</b> <code>/api/contact</code>");
  expect(html).toContain("<dt>409</dt><dd>idempotency_conflict");
  expect(html).not.toContain("<script");
});
