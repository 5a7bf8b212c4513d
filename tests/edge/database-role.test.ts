import { beforeAll, describe, expect, test } from "vitest";
import { startEdge } from "../support/edge.ts";
import { bearer, json, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const refusal = "The edge has to sign in as the role edge, not as ";

describe("an edge whose DATABASE_URL names the database's owner", () => {
  const edge = startForSuite(startEdge);
  let session: SessionResponse;
  beforeAll(async () => {
    session = await edge.signIn();
    await edge.fetch("/api/contact", json({ name: "Ana", email: "ana@cliente.example" }));
    // Without the mailer and the spool, only the database can accept a message.
    await edge.mailbox.stop();
    await edge.redeploy({ DATABASE_URL: edge.database.ownerUrl }, "none");
  });

  const countRows = async () =>
    (
      await edge.database.asOwner(
        `select (select count(*) from contact_submissions)::int as messages,
          (select count(*) from accounts)::int as accounts, (select count(*) from sessions)::int as sessions,
          (select count(*) from attempt_limits)::int as limits`,
      )
    )[0];

  test("reads and writes nothing, and reports the database as unavailable", async () => {
    const countsBefore = await countRows();
    const responses = await Promise.all([
      edge.fetch("/api/contact", json({ name: "Luis", email: "luis@cliente.example" })),
      edge.fetch("/api/profile", { headers: bearer(session) }),
      edge.fetch("/api/submissions", { headers: bearer(session) }),
      edge.fetch("/api/submissions/export.csv", { headers: bearer(session) }),
      edge.fetch("/api/auth/signup", json({ email: "otra@cliente.example", password: "una larga y rara" })),
      edge.fetch("/api/auth/token?grant_type=password", json(administrator)),
      // The session survives the misconfiguration, because auth-js retries after a 503.
      edge.fetch("/api/auth/token?grant_type=refresh_token", json({ refresh_token: session.refresh_token })),
    ]);
    for (const response of responses) {
      expect([response.url, response.status]).toEqual([response.url, 503]);
      expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
      expect(await response.text()).not.toMatch(/role|select|postgres/i);
    }
    expect(await countRows()).toEqual(countsBefore);
  });

  test("is not healthy, and its log names the fix", async () => {
    const health = await edge.fetch("/api/health");
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ status: "degraded", database: "unavailable" });
    await expect.poll(() => edge.log()).toMatch(new RegExp(`"route":"/api/health","status":503.*${refusal}`));
  });
});
