import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import { callApi, createAuthorizedRawApi, toJsonApi } from "#web/api/client.ts";

let requests: { path: string; authorization: string | undefined }[];

/** Answers every request of the page. */
function stubAnswer(answer: (authorization?: string) => Response): void {
  vi.stubGlobal("fetch", async (path: string, { headers, signal }: RequestInit) => {
    signal?.throwIfAborted();
    const { Authorization: authorization } = headers as Record<string, string>;
    requests.push({ path, authorization });
    return answer(authorization);
  });
}
const createProblem = (body: object, status: number, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { "Content-Type": "application/problem+json", ...headers } });

beforeEach(() => {
  requests = [];
});
afterEach(() => vi.unstubAllGlobals());

const getFailure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call should have failed"),
    (error: ApiError) => error,
  );

describe("a call to the API", () => {
  test("returns the JSON of a successful answer and omits empty parameters", async () => {
    stubAnswer(() => Response.json({ items: [] }));
    const page = await callApi("/api/submissions", { query: { filter: "all", q: "", cursor: undefined } });
    expect(page).toEqual({ items: [] });
    expect(requests.map(({ path }) => path)).toEqual(["/api/submissions?filter=all"]);
  });

  test("returns null for an answer without a body", async () => {
    stubAnswer(() => new Response(null, { status: 204 }));
    expect(await callApi("/api/submissions/1", { method: "DELETE" })).toBeNull();
  });

  test("throws the problem's code, fields and retry delay", async () => {
    const problem = { code: "invalid_fields", status: 422, errors: [{ field: "name", code: "required" }] };
    stubAnswer(() => createProblem(problem, 422, { "Retry-After": "7" }));
    const error = await getFailure(callApi("/api/contact", { method: "POST", body: {} }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ ...problem, retryAfter: 7 });
  });

  test("reports a page of a proxy as an unexpected answer", async () => {
    stubAnswer(
      () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } }),
    );
    expect(await getFailure(callApi("/api/profile"))).toMatchObject({
      code: "unexpected_answer",
      status: 502,
    });
  });

  test("ignores a code that lacks the form of a problem code", async () => {
    stubAnswer(() => createProblem({ code: "toString" }, 400));
    expect(await getFailure(callApi("/api/profile"))).toMatchObject({ code: "unexpected_answer" });
  });

  test.each([
    ["unreachable", true],
    ["offline", false],
  ])("reports a missing answer as %s (navigator.onLine: %s)", async (code, onLine) => {
    stubAnswer(() => {
      throw new TypeError("fetch failed");
    });
    vi.stubGlobal("navigator", { onLine });
    expect(await getFailure(callApi("/api/profile"))).toMatchObject({ code, status: 0 });
  });

  test("rejects with an AbortError when aborted", async () => {
    stubAnswer(() => new Response(null, { status: 204 }));
    const error = await getFailure(callApi("/api/profile", { signal: AbortSignal.abort() }));
    expect(error.name).toBe("AbortError");
  });
});

describe("an authorized call", () => {
  const createApi = (token: string | null, newToken: string | null = null) =>
    toJsonApi(createAuthorizedRawApi({ getToken: async () => token, renewToken: async () => newToken }));
  const acceptOnly = (token: string) =>
    stubAnswer((authorization) =>
      authorization === `Bearer ${token}`
        ? Response.json({})
        : createProblem({ code: "unauthenticated" }, 401),
    );

  test("is retried once with a renewed token after a rejection", async () => {
    acceptOnly("new");
    expect(await createApi("old", "new")("/api/profile")).toEqual({});
    expect(requests).toHaveLength(2);
  });

  test("fails as unauthenticated when the session has ended", async () => {
    acceptOnly("new");
    const failure = await getFailure(createApi("old")("/api/profile"));
    expect(failure).toMatchObject({ code: "unauthenticated", status: 401 });
    expect(requests).toHaveLength(1);
  });

  test("is not sent without a session", async () => {
    acceptOnly("new");
    expect(await getFailure(createApi(null)("/api/profile"))).toMatchObject({ code: "unauthenticated" });
    expect(requests).toEqual([]);
  });
});
