import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import { callApi, createAuthorisedApi } from "#web/api/client.ts";

type ServerAnswer = { status: number; body?: string; headers?: Record<string, string> };

let server: Server;
let origin: string;
let answer: (request: IncomingMessage) => ServerAnswer;
let requests: IncomingMessage[];

const json = { "Content-Type": "application/json" };
const problem = { "Content-Type": "application/problem+json" };

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const { status, body, headers } = answer(request);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Node's fetch needs a full URL, unlike that of a page.
  const fetchAnywhere = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => fetchAnywhere(new URL(path, origin), init));
});

beforeEach(() => {
  requests = [];
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

const getFailure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call should have failed"),
    (error: ApiError) => error,
  );

describe("a call to the API", () => {
  test("returns the JSON of a successful answer and omits empty parameters", async () => {
    answer = () => ({ status: 200, body: '{"items":[]}', headers: json });
    const page = await callApi("/api/submissions", { query: { filter: "all", q: "", cursor: undefined } });
    expect(page).toEqual({ items: [] });
    expect(requests[0]?.url).toBe("/api/submissions?filter=all");
  });

  test("returns null for an answer without a body", async () => {
    answer = () => ({ status: 204 });
    expect(await callApi("/api/submissions/1", { method: "DELETE" })).toBeNull();
  });

  test("throws the problem's code, fields, request id and retry delay", async () => {
    const body = {
      code: "invalid_fields",
      status: 422,
      errors: [{ field: "name", code: "required" }],
      request_id: "r-1",
    };
    answer = () => ({
      status: 422,
      body: JSON.stringify(body),
      headers: { ...problem, "Retry-After": "7" },
    });
    const error = await getFailure(callApi("/api/contact", { method: "POST", body: {} }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: "invalid_fields",
      status: 422,
      errors: [{ field: "name", code: "required" }],
      requestId: "r-1",
      retryAfter: 7,
    });
  });

  test("reports a page of a proxy as an unexpected answer", async () => {
    answer = () => ({
      status: 502,
      body: "<h1>Bad gateway</h1>",
      headers: { "Content-Type": "text/html" },
    });
    expect(await getFailure(callApi("/api/profile"))).toMatchObject({
      code: "unexpected_answer",
      status: 502,
    });
  });

  test("ignores a code that is not in the contract", async () => {
    answer = () => ({ status: 400, body: '{"code":"toString"}', headers: problem });
    expect(await getFailure(callApi("/api/profile"))).toMatchObject({ code: "unexpected_answer" });
  });

  test("reports a missing answer as unreachable, and a missing network as offline", async () => {
    const serverOrigin = origin;
    origin = "http://127.0.0.1:1";
    expect(await getFailure(callApi("/api/profile"))).toMatchObject({ code: "unreachable", status: 0 });
    vi.stubGlobal("navigator", { onLine: false });
    expect(await getFailure(callApi("/api/profile"))).toMatchObject({ code: "offline", status: 0 });
    vi.stubGlobal("navigator", { onLine: true });
    origin = serverOrigin;
  });

  test("rejects with an AbortError when aborted", async () => {
    answer = () => ({ status: 204 });
    const error = await getFailure(callApi("/api/profile", { signal: AbortSignal.abort() }));
    expect(error.name).toBe("AbortError");
  });
});

describe("an authorised call", () => {
  const unauthenticatedAnswer = { status: 401, body: '{"code":"unauthenticated"}', headers: problem };

  test("sends the access token", async () => {
    answer = () => ({ status: 200, body: "{}", headers: json });
    const api = createAuthorisedApi({ getToken: async () => "token-1", renewToken: async () => null });
    await api("/api/profile");
    expect(requests[0]?.headers.authorization).toBe("Bearer token-1");
  });

  test("is retried once with a renewed token after a rejection", async () => {
    answer = (request) =>
      request.headers.authorization === "Bearer new"
        ? { status: 200, body: "{}", headers: json }
        : unauthenticatedAnswer;
    const api = createAuthorisedApi({ getToken: async () => "old", renewToken: async () => "new" });
    expect(await api("/api/profile")).toEqual({});
    expect(requests).toHaveLength(2);
  });

  test("fails as unauthenticated when the session has ended", async () => {
    answer = () => unauthenticatedAnswer;
    const api = createAuthorisedApi({ getToken: async () => "old", renewToken: async () => null });
    expect(await getFailure(api("/api/profile"))).toMatchObject({ code: "unauthenticated", status: 401 });
    expect(requests).toHaveLength(1);
  });

  test("is not sent without a session", async () => {
    const api = createAuthorisedApi({ getToken: async () => null, renewToken: async () => null });
    expect(await getFailure(api("/api/profile"))).toMatchObject({ code: "unauthenticated" });
    expect(requests).toHaveLength(0);
  });
});
