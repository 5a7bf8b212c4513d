import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, ProviderError } from "#local/deploy/api.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";

const token = "a-token-that-no-one-may-see";
let server: Awaited<ReturnType<typeof listenOnLoopback>>;
const answers: Record<string, [status: number, body: string]> = {
  "/cloudflare": [403, JSON.stringify({ errors: [{ code: 10000, message: "Authentication error" }] })],
  "/neon": [422, JSON.stringify({ code: "", message: "org_id is required" })],
  "/sanity": [401, JSON.stringify({ error: { description: `No session for ${token}` } })],
  "/page": [502, "<title>Bad gateway</title>"],
  "/empty": [204, ""],
  "/fine": [200, '{"id":"one"}'],
};
beforeAll(async () => {
  server = await listenOnLoopback(0, (_request, response, { path }) => {
    const [status, body] = answers[path] ?? [];
    // Any other request gets no answer.
    if (status) response.writeHead(status).end(body);
  });
});
afterAll(() => server.close());

const call = (path: string, timeout?: number) =>
  openApi("Someone", `http://localhost:${server.port}`, token, timeout)("GET", path);

test.each([
  ["/cloudflare", 403, "Authentication error [10000]"],
  ["/neon", 422, "org_id is required"],
  ["/sanity", 401, "No session for …"],
  ["/page", 502, "<title>Bad gateway</title>"],
])("an error has the status and the message of the provider: %s", async (path, status, providerMessage) => {
  const error = await call(path).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({
    status,
    message: `Someone GET ${path} was answered ${status}: ${providerMessage}`,
  });
});

test("a call without an answer in time fails, and the error says so", async () => {
  await expect(call("/nothing", 50)).rejects.toMatchObject({
    status: 0,
    message: expect.stringMatching(/^Someone GET \/nothing got no answer: .*timeout/),
  });
});

test("a call returns the JSON of the answer, or null for an empty one", async () => {
  expect([await call("/fine"), await call("/empty")]).toEqual([{ id: "one" }, null]);
});
