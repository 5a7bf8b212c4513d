import { connect, Server } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { sendRaw } from "../../support/raw-requests.ts";

let listener: Awaited<ReturnType<typeof listenOnLoopback>> | undefined;
afterEach(() => listener?.close());

test.each([
  [
    "at once",
    () => {
      throw new Error("the secret reason");
    },
  ],
  [
    "later",
    async () => {
      throw new Error("the secret reason");
    },
  ],
])(
  "a handler that throws %s answers 500 without the reason, which is logged, and the server keeps running",
  async (_, fail) => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    listener = await listenOnLoopback(0, (_request, response, { path }) =>
      path === "/broken" ? fail() : void response.end("whole"),
    );
    const get = (path: string) => fetch(`http://localhost:${listener?.port}${path}`);
    const failedResponse = await get("/broken");
    expect([failedResponse.status, await failedResponse.text()]).toEqual([
      500,
      "Something went wrong here.\n",
    ]);
    expect(stderr.mock.calls.join()).toContain("the secret reason");
    expect(await (await get("/")).text()).toBe("whole");
    stderr.mockRestore();
  },
);

test("an answer that fails midway ends with a broken connection, so it never looks complete", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  listener = await listenOnLoopback(0, async (_request, response) => {
    await new Promise<void>((resolve) => response.write("half", () => resolve()));
    throw new Error("no more");
  });
  const response = await fetch(`http://localhost:${listener.port}`);
  await expect(response.text()).rejects.toThrow();
  stderr.mockRestore();
});

describe("an error without another listener", () => {
  let uncaught: unknown[];
  const recordUncaught = (error: unknown) => void uncaught.push(error);

  beforeEach(() => {
    uncaught = [];
    process.on("uncaughtException", recordUncaught);
  });

  afterEach(() => {
    process.off("uncaughtException", recordUncaught);
  });

  test("of a reset WebSocket connection does not end the process", async () => {
    const upgrade = Promise.withResolvers<Duplex>();
    listener = await listenOnLoopback(
      0,
      (_request, response) => void response.end("whole"),
      (_request, socket) => upgrade.resolve(socket),
    );
    const client = connect(listener.port, "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    const socket = await upgrade.promise;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    client.resetAndDestroy();
    socket.resume();
    await closed;
    expect(await (await fetch(`http://localhost:${listener.port}`)).text()).toBe("whole");
    expect(uncaught).toEqual([]);
  });

  test("of a server that cannot accept a connection is logged, and the server keeps running", async () => {
    const listen = vi.spyOn(Server.prototype, "listen");
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    listener = await listenOnLoopback(0, (_request, response) => void response.end("whole"));
    for (const server of listen.mock.contexts) (server as Server).emit("error", new Error("accept ENFILE"));
    expect(stderr.mock.calls.join()).toContain("accept ENFILE");
    listen.mockRestore();
    stderr.mockRestore();
    expect(await (await fetch(`http://localhost:${listener.port}`)).text()).toBe("whole");
  });
});

describe("a name that resolves to this machine", () => {
  const getAnswer = async (host: string, path = "/") => {
    listener = await listenOnLoopback(0, (_request, response) => void response.end("482913"));
    const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    return sendRaw(listener.port, request, 20_000, true);
  };

  test.each([
    "localhost",
    "localhost:1",
    "vitrina0.localhost:3399",
    "l4.localhost",
    "127.0.0.1:8025",
    "[::1]",
    "LOCALHOST",
  ])("is accepted if it is this machine's own: %s", async (host) => {
    expect(await getAnswer(host)).toContain("482913");
  });

  test.each([
    ["evil.example"],
    ["localhost.evil.example"],
    ["evil.example:3333"],
    ["127.0.0.1.evil.example"],
    ["localhost@evil.example"],
    ["evil.example#localhost"],
    ["192.168.1.7"],
    ["localhost", "http://evil.example/health"],
  ])("is rejected if it is another one, and reads nothing: %s %s", async (host, path?: string) => {
    const answer = await getAnswer(host, path);
    expect(answer).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
    expect(answer).not.toContain("482913");
  });
});
