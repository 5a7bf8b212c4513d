import { describe, expect, test } from "vitest";
import { startEdge } from "../support/edge.ts";
import { bearer, json, origin } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

describe("every answer", () => {
  test.each<[string, RequestInit, number]>([
    ["/api/health", {}, 200],
    ["/api/nothing", {}, 404],
    ["/api/contact", {}, 405],
    ["/api/contact", json({}), 422],
    ["/api/profile", {}, 401],
    ["/api/auth/settings", {}, 200],
    ["/api/auth/nothing", {}, 404],
    ["/api/auth/user", {}, 401],
  ])("to %s has an id, is never cached and carries the security headers (%#)", async (path, init, status) => {
    const response = await edge.fetch(path, init);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "strict-transport-security": "max-age=31536000",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("has its own id, regardless of the client's request id", async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const response = await edge.fetch("/api/nothing", { headers: { "X-Request-Id": "mine" } });
        return response.headers.get("X-Request-Id");
      }),
    );
    expect(new Set([...ids, "mine"]).size).toBe(3);
  });
});

describe("paths and methods", () => {
  test.each(["/api", "/api/", "/api/nothing", "/api/contact/", "/api/submissions/a/b", "/api/auth"])(
    "%s is not found",
    async (path) => {
      const response = await edge.fetch(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
      expect(await response.json()).toMatchObject({ code: "not_found", status: 404 });
    },
  );

  test.each([
    [
      "POST",
      "/api/contact",
      "Accept-Post",
      "application/json, application/x-www-form-urlencoded, multipart/form-data",
    ],
    ["POST", "/api/auth/token?grant_type=password", "Accept-Post", "application/json"],
  ])("%s %s names the accepted media types when it rejects another", async (method, path, header, types) => {
    const response = await edge.fetch(path, {
      method,
      headers: { "Content-Type": "text/plain", Origin: origin },
      body: "x",
    });
    expect([response.status, response.headers.get(header)]).toEqual([415, types]);
  });

  test.each(["/api/profile", "/api/auth/user"])("%s requires a token", async (path) => {
    const response = await edge.fetch(path);
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  });
});

describe("an unexpected fault", () => {
  test("is answered without its cause, which is in the log", async () => {
    const session = await edge.signIn();
    await edge.database.asOwner("alter table contact_submissions rename column company to firm");
    const response = await edge.fetch("/api/submissions", { headers: bearer(session) });
    await edge.fetch("/api/contact", json({ name: "Ana", email: "ana@cliente.example" }));
    await edge.database.asOwner("alter table contact_submissions rename column firm to company");
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({
      type: "about:blank",
      title: "Something went wrong here",
      status: 500,
      code: "internal_error",
      request_id: response.headers.get("X-Request-Id"),
    });
    expect(text).not.toMatch(/company|column|select|insert|\bat\b .*:\d+/i);
    await expect.poll(() => edge.log()).toContain("42703");
    expect(edge.log()).not.toContain("ana@cliente.example");
  });

  test("of the authentication service is answered in the format of Supabase Auth", async () => {
    await edge.database.asOwner("alter table accounts rename column password_hash to hashed");
    const response = await edge.fetch(
      "/api/auth/token?grant_type=password",
      json(administrator, { "X-Supabase-Api-Version": "2024-01-01" }),
    );
    await edge.database.asOwner("alter table accounts rename column hashed to password_hash");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: "unexpected_failure",
      message: "Unexpected failure, please check server logs for more information",
    });
  });
});

test("an unconfigured edge names the missing variables in the log and in the answer", async () => {
  await edge.redeploy({ DATABASE_URL: "", SITE_ORIGIN: "vitrina.example" });
  const response = await edge.fetch("/api/health");
  const { code, detail } = (await response.json()) as Record<string, string>;
  await edge.redeploy({});
  expect(response.status).toBe(500);
  expect(code).toBe("internal_error");
  expect(detail).toContain("DATABASE_URL is missing");
  expect(detail).toContain("SITE_ORIGIN is malformed");
  expect(detail).not.toContain("vitrina.example");
  await expect.poll(() => edge.log()).toContain("DATABASE_URL is missing");
});
