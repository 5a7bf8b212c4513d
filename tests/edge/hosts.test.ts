import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEdge } from "../support/edge.ts";
import { oddRequests, randomRequests, sendAll, sendRaw } from "../support/raw-requests.ts";
import { json, origin } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

const foreignOrigins = [
  "http://evil.example",
  "https://abc123.vitrina.pages.dev",
  "https://guaria.example",
  "https://www.guaria.example.",
  "https://www.guaria.example:8443",
  "http://localhost.evil.example",
  "http://10.0.0.1",
];

const localOrigins = ["http://localhost:8788", "http://127.0.0.1:4000", "http://[::1]", "http://a.localhost"];
const siteOrigins = ["https://www.guaria.example", "http://www.guaria.example"];

describe.each([
  ["locally, at local names only", localOrigins, siteOrigins],
  ["when deployed, at the site's name only", siteOrigins, localOrigins],
])("the API answers %s", (_, ownOrigins, otherOrigins) => {
  const [siteOrigin = ""] = ownOrigins;
  beforeAll(() => edge.redeploy({ SITE_ORIGIN: siteOrigin }));
  afterAll(() => edge.redeploy({}));

  test.each([...foreignOrigins, ...otherOrigins])("not at %s: 421", async (host) => {
    for (const [path, init] of [
      ["/api/health", {}],
      ["/api/submissions", {}],
      ["/api/nothing", {}],
      ["/api/contact", json({ name: "Ana" })],
    ] as [string, RequestInit][]) {
      const response = await edge.fetch(path, init, host);
      expect(response.status, path).toBe(421);
      expect(response.headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
      expect(await response.json()).toMatchObject({
        status: 421,
        code: "misdirected_request",
        title: "This host is not the site's own",
      });
    }
  });

  test("with 421 under /api/auth in the format of Supabase Auth, and mails no code", async () => {
    const countBefore = (await edge.mailbox.messages()).length;
    const headers = { "X-Supabase-Api-Version": "2024-01-01" };
    const recovery = json({ email: administrator.email }, headers);
    const response = await edge.fetch("/api/auth/recover", recovery, "http://evil.example");
    expect(response.status).toBe(421);
    expect(await response.json()).toEqual({
      code: "validation_failed",
      message: "This host is not the site's own",
    });
    expect(await edge.mailbox.messages()).toHaveLength(countBefore);
  });

  test.each(ownOrigins)("normally at %s", async (host) => {
    expect((await edge.fetch("/api/auth/settings", {}, host)).status).toBe(200);
  });
});

describe("the API keeps answering", () => {
  const askSettings = async () => {
    const [, address = ""] = origin.split("//");
    const request = `GET /api/auth/settings HTTP/1.1\r\nHost: ${address}\r\nConnection: close\r\n\r\n`;
    return sendRaw(await edge.port(), request, 20_000);
  };

  test.each(oddRequests)("after %s", async (_, bytes) => {
    await sendRaw(await edge.port(), bytes);
    expect(await askSettings()).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("after two thousand random requests", async () => {
    await sendAll(await edge.port(), randomRequests(6, 2_000));
    expect(await askSettings()).toMatch(/^HTTP\/1\.1 200 /);
  });
});
