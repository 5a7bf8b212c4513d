import { expect, test } from "vitest";
import { listScriptedSubmissions, runApiScript } from "../../support/api-script.ts";
import { createFakeApi, fakeAdministrator, listNumberedSubmissions } from "../../support/fake-api.ts";
import { visitor } from "../../support/seeded-people.ts";

test("answers every call of the script according to the contract's schemas", async () => {
  const api = createFakeApi({ submissions: listScriptedSubmissions(Date.now()) });
  api.accounts.addAccount(visitor);
  const answers = await runApiScript({ ...api, administrator: fakeAdministrator, visitor });
  expect(new Set(answers.map(({ status }) => status))).toEqual(
    new Set([200, 201, 204, 304, 400, 401, 403, 404, 409, 415, 422]),
  );
});

test("changes at most 2,000 matching submissions in a call", async () => {
  const api = createFakeApi({ submissions: listNumberedSubmissions(4_100) });
  const { access_token } = await api.signIn();
  const markMatching = async () => {
    const response = await api.fetch("/api/submissions/bulk", {
      method: "POST",
      headers: { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ matching: { until: new Date().toISOString(), q: "PRUEBA" }, action: "read" }),
    });
    const { affected, more: hasMore } = await response.json();
    return { affected, more: hasMore };
  };
  expect([await markMatching(), await markMatching(), await markMatching()]).toEqual([
    { affected: 2_000, more: true },
    { affected: 2_000, more: true },
    { affected: 100, more: false },
  ]);
});

test("holds a request until its release, and then executes it", async () => {
  const api = createFakeApi();
  const heldRequest = api.hold("GET /api/auth/settings");
  let isAnswered = false;
  const request = api.fetch("/api/auth/settings").finally(() => {
    isAnswered = true;
  });
  await api.fetch("/api/contact/form-stamp");
  expect(isAnswered).toBe(false);
  heldRequest.release();
  expect((await request).status).toBe(200);
});

test("aborts a held request with the caller's signal", async () => {
  const api = createFakeApi();
  api.hold("settings");
  const leaving = new AbortController();
  const request = api.fetch("/api/auth/settings", { signal: leaving.signal });
  leaving.abort();
  await expect(request).rejects.toThrow(/abort/);
});

test("fails the given number of requests after the skipped ones", async () => {
  const api = createFakeApi();
  api.fail("settings", { status: 429, code: "too_many_requests", retryAfterSeconds: 7, skip: 1, times: 1 });
  const responses = [];
  for (let count = 0; count < 3; count++) responses.push(await api.fetch("/api/auth/settings"));
  expect(responses.map(({ status }) => status)).toEqual([200, 429, 200]);
  expect(responses[1]?.headers.get("Retry-After")).toBe("7");
});

test("executes a request whose answer it drops", async () => {
  const api = createFakeApi();
  const sendContact = () =>
    api.fetch("/api/contact", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Ana", email: "ana@example.com" }),
    });
  api.dropAnswer("POST /api/contact", { times: 1 });
  await expect(sendContact()).rejects.toThrow(TypeError);
  expect(api.submissions).toHaveLength(1);
  api.dropRequest("POST /api/contact");
  await expect(sendContact()).rejects.toThrow(TypeError);
  api.isOffline = true;
  await expect(sendContact()).rejects.toThrow(TypeError);
  expect(api.submissions).toHaveLength(1);
});
