import { expect, test } from "vitest";
import { startEdge } from "../support/edge.ts";
import { bearer, json } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

// tests/database/set-claims.test.ts shows that nothing is written.
test("an edge whose DATABASE_URL names the database's owner reports an outage, and its log names the fix", async () => {
  const session = await edge.signIn();
  // Without the mailer and the spool, only the database can accept a message.
  await edge.mailbox.stop();
  await edge.redeploy({ DATABASE_URL: edge.database.ownerUrl }, "none");
  const responses = await Promise.all([
    edge.fetch("/api/health"),
    edge.fetch("/api/contact", json({ name: "Luis", email: "luis@cliente.example" })),
    edge.fetch("/api/submissions", { headers: bearer(session) }),
    // The session survives the misconfiguration, because auth-js retries after a 503.
    edge.fetch("/api/auth/token?grant_type=refresh_token", json({ refresh_token: session.refresh_token })),
  ]);
  for (const response of responses) {
    expect([response.url, response.status]).toEqual([response.url, 503]);
    expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await response.text()).not.toMatch(/role|select|postgres/i);
  }
  expect(await edge.database.asOwner("select from contact_submissions")).toEqual([]);
  const fix = "The edge has to sign in as the role edge, not as ";
  await expect.poll(() => edge.log()).toMatch(new RegExp(`"route":"/api/health","status":503.*${fix}`));
});
