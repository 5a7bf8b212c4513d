import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { quietPeriodMs } from "#functions/site/publishing/builds.ts";
import { createContentHook, webhookSecret } from "../support/content-hook.ts";
import { startDeployHook } from "../support/deploy-hook.ts";
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { startForSuite } from "../support/suite.ts";

const deploy = startForSuite(startDeployHook);
const edge = startForSuite(() =>
  startEdge({ SANITY_WEBHOOK_SECRET: webhookSecret, DEPLOY_HOOK_URL: deploy.url }),
);
beforeEach(async () => {
  await edge.database.asOwner("truncate content_hooks, site_builds");
  deploy.calls.length = 0;
});

const send = (hook: RequestInit) => edge.fetch("/api/hooks/content", hook);
const listBuilds = () => edge.database.asOwner("select * from site_builds order by asked_at");
const readOutcome = async (response: Response) => [
  response.status,
  response.headers.get("Content-Type"),
  ((await response.json()) as { code: string }).code,
];
const toProblem = (status: number, code: string) => [status, "application/problem+json; charset=utf-8", code];

describe("a publishing hook", () => {
  test("is accepted when it is signed, and requests a build", async () => {
    const response = await send(await createContentHook());
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(await listBuilds()).toMatchObject([{ attempts: 0, leased_at: null, started_at: null }]);
  });

  test.each([
    ["is signed with another secret", () => createContentHook({ secret: "another" })],
    ["was made more than five minutes ago", () => createContentHook({ at: Date.now() - 301_000 })],
    ["has a future time", () => createContentHook({ at: Date.now() + 301_000 })],
    ["has another body than the signed one", async () => ({ ...(await createContentHook()), body: "{}" })],
    ["is empty", async () => ({ ...(await createContentHook()), body: "" })],
    ["has no signature", async () => ({ ...(await createContentHook()), headers: {} })],
    [
      "has a malformed signature",
      async () => ({ ...(await createContentHook()), headers: { "sanity-webhook-signature": "t=1" } }),
    ],
  ])("is rejected as forged when it %s", async (_, forge) => {
    const response = await send(await forge());
    expect(response.headers.get("WWW-Authenticate")).toBe("Signature");
    expect(await readOutcome(response)).toEqual(toProblem(401, "forged_signature"));
    expect(await listBuilds()).toEqual([]);
  });

  test("is accepted until it is five minutes old", async () => {
    expect((await send(await createContentHook({ at: Date.now() - 290_000 }))).status).toBe(204);
  });

  test("is accepted once, even with another key or a newer signature", async () => {
    const hook = await createContentHook();
    const key = hook.headers["idempotency-key"];
    expect((await send(hook)).status).toBe(204);
    for (const repeatedHook of [
      hook,
      { ...hook, headers: { ...hook.headers, "idempotency-key": randomUUID() } },
      await createContentHook({ ...(key && { key }), at: Date.now() + 1 }),
    ]) {
      expect(await readOutcome(await send(repeatedHook))).toEqual(toProblem(409, "replayed_request"));
    }
    expect(await listBuilds()).toHaveLength(1);
  });

  test("of more than 64 kB is rejected", async () => {
    const hook = await createContentHook({ body: JSON.stringify({ text: "x".repeat(65_536) }) });
    expect(await readOutcome(await send(hook))).toEqual(toProblem(413, "body_too_large"));
  });

  test("is asked to retry while the database is away, and is accepted afterwards", async () => {
    const hook = await createContentHook();
    await edge.redeploy(visitorTimeout);
    await edge.database.stop();
    try {
      const response = await send(hook);
      expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
      expect(await readOutcome(response)).toEqual(toProblem(503, "database_unavailable"));
    } finally {
      await edge.database.start();
      await edge.redeploy({});
    }
    expect((await send(hook)).status).toBe(204);
  });

  test("is not found when no secret is configured", async () => {
    await edge.redeploy({ SANITY_WEBHOOK_SECRET: "" });
    expect(await readOutcome(await send(await createContentHook()))).toEqual(toProblem(404, "not_found"));
    await edge.redeploy({});
  });
});

describe("builds", () => {
  test("a burst of fifty webhooks starts one build after it ends", async () => {
    await edge.holdClock(async () => {
      const hooks = await Promise.all(Array.from({ length: 50 }, () => createContentHook()));
      const statuses = await Promise.all(hooks.map(async (hook) => (await send(hook)).status));
      expect(new Set(statuses)).toEqual(new Set([204]));
      expect(deploy.calls).toEqual([]);
      await edge.database.asOwner("update site_builds set due_at = now()");
      await edge.advanceClock(quietPeriodMs);
      await expect
        .poll(listBuilds)
        .toMatchObject([{ attempts: 1, started_at: expect.any(Date), fingerprint: null }]);
      expect(deploy.calls).toEqual([{ method: "POST", path: "/deploy_hooks/secret-part" }]);
      // The edge logs the build after it has stored it.
      await expect.poll(edge.log).toContain('"event":"build_started"');
      expect(edge.log()).not.toContain("secret-part");
    });
  });

  test("a webhook during the start of a build requests the next build", async () => {
    await send(await createContentHook());
    await edge.database.asOwner("update site_builds set leased_at = now(), attempts = 1");
    await send(await createContentHook());
    expect(await listBuilds()).toMatchObject([{ attempts: 1 }, { attempts: 0, leased_at: null }]);
  });

  test("a change puts a build off until ten seconds pass without another one", async () => {
    const getNow = async () => (await edge.database.asOwner("select now()::text as now"))[0]?.now;
    for (const dueAt of [null, "now() + interval '2 seconds'"]) {
      if (dueAt) await edge.database.asOwner(`update site_builds set due_at = ${dueAt}`);
      const timeBefore = await getNow();
      await send(await createContentHook());
      const bounds = "($1::timestamptz + interval '10 seconds') and (now() + interval '10 seconds')";
      expect(
        await edge.database.asOwner(`select due_at between ${bounds} as "isPutOff" from site_builds`, [
          timeBefore,
        ]),
      ).toEqual([{ isPutOff: true }]);
    }
  });

  test("changes that never pause put a build off for five minutes at most", async () => {
    await send(await createContentHook());
    await edge.database.asOwner("update site_builds set asked_at = now() - interval '4 minutes 56 seconds'");
    await send(await createContentHook());
    expect(
      await edge.database.asOwner(
        "select extract(epoch from due_at - asked_at)::int as seconds from site_builds",
      ),
    ).toEqual([{ seconds: 300 }]);
  });
});
