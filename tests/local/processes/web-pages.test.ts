import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeployHook } from "#local/deploy-hook/deploy-hook.ts";
import { startGateway } from "#local/gateway/gateway.ts";
import { startMailbox } from "#local/mail/server.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { createTestFolder } from "../../support/test-folder.ts";
import { startSanityWith } from "../sanity/clients.ts";

// Any page that a developer opens can send requests to this machine. The browser adds these headers.
const foreignPages: [what: string, headers: Record<string, string>][] = [
  ["a foreign page", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
  ["a sandboxed page", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
  ["a page of an older browser", { Origin: "https://evil.example" }],
];
const localPage = { Origin: "http://localhost:3333", "Sec-Fetch-Site": "same-site" };
const imageRequest = { "Sec-Fetch-Site": "cross-site" };

const call = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
const post = (url: string, headers: Record<string, string> = {}, body = "") =>
  call(url, { method: "POST", headers, body });

describe("the control port of the gateway", () => {
  const controlPath = "/the-secret-of-this-start";
  const directory = createTestFolder();
  const file = join(directory, "port");
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let control = "";

  beforeAll(async () => {
    const [port = 0] = await findFreePorts(1);
    await writeFile(file, "1");
    gateway = await startGateway({ port, controlPort: 0, controlPath, file });
    control = `http://localhost:${gateway.controlPort}`;
  });

  afterAll(() => gateway.close());

  test("obeys no request without the secret path", async () => {
    expect(await post(`${control}/?port=2`)).toBe(404);
    expect(await post(`${control}/health?port=2`)).toBe(200);
    expect(await call(`${control}${controlPath}?port=2`)).toBe(404);
    expect(await readFile(file, "utf8")).toBe("1");
  });

  test.each([...foreignPages, ["a page of this machine", localPage], ["an image of a page", imageRequest]])(
    "obeys no request of %s, even with the secret path",
    async (_, headers) => {
      expect(await post(`${control}${controlPath}?port=2`, headers as Record<string, string>)).toBe(403);
      expect(await readFile(file, "utf8")).toBe("1");
    },
  );

  test("switches to the port of a request with the secret path", async () => {
    expect(await post(`${control}${controlPath}?port=2`)).toBe(200);
    expect(await readFile(file, "utf8")).toBe("2");
  });
});

test.each([...foreignPages, ["a page of this machine", localPage]])(
  "the deploy hook starts no build for %s, even at its secret address",
  async (_, headers) => {
    const hook = await startDeployHook();
    expect(await post(hook.url, headers as Record<string, string>)).toBe(403);
    const buildRequest = hook.waitForRequest(new AbortController().signal).then(() => "requested");
    expect(await Promise.race([buildRequest, Promise.resolve("not requested")])).toBe("not requested");
  },
);

describe("the mailbox", () => {
  const mail = JSON.stringify({ from: "a@b.example", to: "c@d.example", subject: "S", text: "T" });
  let mailbox: Awaited<ReturnType<typeof startMailbox>>;

  beforeAll(async () => {
    mailbox = await startMailbox({ port: 0, directory: createTestFolder() });
  });

  afterAll(() => mailbox.close());

  test.each(foreignPages)("stores no mail of %s", async (_, headers) => {
    const authorized = { ...headers, Authorization: "Bearer key" };
    expect(await post(`${mailbox.origin}/emails`, authorized, mail)).toBe(403);
    expect(await (await fetch(`${mailbox.origin}/messages`)).json()).toEqual([]);
  });
});

describe("the local content", () => {
  let sanity: Awaited<ReturnType<typeof startSanityWith>>;
  const data = () => `${sanity.origin}/v2025-02-19/data`;
  const mutations = JSON.stringify({ mutations: [{ create: { _id: "foreign", _type: "page" } }] });

  beforeAll(async () => {
    sanity = await startSanityWith([{ _id: "home", _type: "page", title: "Home" }]);
  });

  afterAll(() => sanity.close());

  test.each(foreignPages)("is neither changed nor read by %s, even with its token", async (_, headers) => {
    const authorized = { ...headers, Authorization: `Bearer ${sanity.editor.config().token}` };
    expect(await post(`${data()}/mutate/production`, authorized, mutations)).toBe(403);
    expect(await call(`${data()}/query/production?query=*`, { headers: authorized })).toBe(403);
    expect(await sanity.editor.getDocument("foreign")).toBeUndefined();
  });

  test.each([
    ["listen/production?query=*", 200],
    ["query/production?query=*", 403],
  ])("answers %s of a redirected stream, whose origin the browser hides, with %d", async (path, status) => {
    const { port } = new URL(sanity.origin);
    const headers = `Host: l3.localhost:${port}\r\nOrigin: null\r\nConnection: close\r\n`;
    const request = `GET /v2025-02-19/data/${path} HTTP/1.1\r\n${headers}\r\n`;
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(request);
    const [answer] = await once(socket, "data");
    socket.destroy();
    expect(String(answer)).toContain(`HTTP/1.1 ${status} `);
  });

  test("is changed by the Studio", async () => {
    const authorized = { ...localPage, Authorization: `Bearer ${sanity.editor.config().token}` };
    expect(await post(`${data()}/mutate/production`, authorized, mutations)).toBe(200);
  });
});
