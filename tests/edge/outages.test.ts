import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { startProxy } from "../support/proxy.ts";
import { bearer, json, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(() => startEdge(visitorTimeout));
const proxy = startForSuite(() => startProxy(new URL(edge.database.endpoint).origin));
let session: SessionResponse;
beforeAll(async () => {
  // The tests take the database and the mailer away. Without the spool, no store is left for a message.
  await edge.redeploy({ DATABASE_FETCH_ENDPOINT: `${proxy.origin}/sql` }, "away");
  session = await edge.signIn();
});
beforeEach(() => edge.forgetMessages());

/** The time for which an answer of the health route is reused, in milliseconds. */
const freshnessMs = 5_000;
const message = { name: "Ana Pérez", email: "ana@cliente.example", message: "Hola" };
const post = () => edge.fetch("/api/contact", json(message));

describe.each(["away", "silent"] as const)("while the database is %s", (behavior) => {
  beforeEach(async () => {
    await edge.mailbox.stop();
    proxy.set(behavior);
  });
  afterEach(async () => {
    proxy.set("fine");
    await edge.mailbox.start();
  });

  /** Makes calls at once and returns their answers. The timeout ends the calls that reach a silent database. */
  const collectAnswers = (...calls: (() => Promise<Response>)[]) =>
    edge.holdClock(async () => {
      const requestsBefore = proxy.asked();
      const answers = Promise.all(calls.map((call) => call()));
      if (behavior === "silent") {
        await expect.poll(() => proxy.asked() - requestsBefore).toBe(calls.length);
        await edge.advanceClock(Number(visitorTimeout.DATABASE_TIMEOUT_MS));
      }
      return answers;
    });

  test("every call is told so at the database timeout, and when to come back", async () => {
    await edge.advanceClock(freshnessMs);
    const responses = await collectAnswers(
      post,
      () => edge.fetch("/api/submissions", { headers: bearer(session) }),
      () => edge.fetch("/api/profile", { headers: bearer(session) }),
      () => edge.fetch("/api/health"),
    );
    for (const response of responses) {
      expect(response.status).toBe(503);
      expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
    }
    expect(await responses[0]?.json()).toMatchObject({ code: "database_unavailable" });
    expect(await responses[3]?.json()).toMatchObject({
      status: "degraded",
      database: "unavailable",
      content: "ok",
      mail: "unknown",
    });
  });

  test("a refresh reports an outage, not a sign-out", async () => {
    const [response] = await collectAnswers(() =>
      edge.fetch(
        "/api/auth/token?grant_type=refresh_token",
        json({ refresh_token: session.refresh_token }, { "X-Supabase-Api-Version": "2024-01-01" }),
      ),
    );
    expect(response?.status).toBe(503);
    expect(response?.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await response?.json()).toMatchObject({ code: "unexpected_failure" });
  });
});

describe("health", () => {
  const healthy = { status: "ok", database: "ok", content: "ok", mail: "ok", cron: "ok" };
  const getHealth = async () => {
    const response = await edge.fetch("/api/health");
    return [response.status, await response.json()];
  };
  /** Expects the next health answer, after the last one has expired. */
  const expectHealth = async (expected: Record<string, string>) => {
    await edge.advanceClock(freshnessMs);
    expect(await getHealth()).toEqual([200, { ...healthy, ...expected }]);
  };
  const recordCronRun = async (minutesAgo: number) =>
    (await edge.openSpool()).put("cron/ran", String(edge.now() - minutesAgo * 60_000));

  beforeEach(async () => {
    await edge.redeploy({});
    await recordCronRun(0);
  });

  test("is ok, and is degraded while the CMS is away, when everything else works", async () => {
    await expectHealth({});
    await edge.content.stop();
    await expectHealth({ status: "degraded", content: "unavailable" });
    expect((await post()).status).toBe(201);
    await edge.content.start();
    await expectHealth({});
  });

  test("reports a mail that has been due for 15 minutes, but not a rejected mail", async () => {
    await edge.database.asOwner(
      `insert into outgoing_mails (id, kind, payload, created_at, next_attempt_at)
       values (gen_random_uuid(), 'account_exists', '{}', now() - interval '16 minutes', now() + interval '10 minutes')`,
    );
    await expectHealth({ status: "degraded", mail: "late" });
    await edge.database.asOwner("update outgoing_mails set next_attempt_at = now() + interval '20 hours'");
    await expectHealth({});
  });

  test("reports that the cron has not run for 15 minutes, and unknown without the spool", async () => {
    await recordCronRun(16);
    await expectHealth({ status: "degraded", cron: "late" });
    await recordCronRun(14);
    await expectHealth({});
    await edge.redeploy({}, "away");
    await expectHealth({ cron: "unknown" });
  });

  test("costs the database and the content one question in five seconds, whoever asks and how often", async () => {
    await edge.holdClock(async () => {
      await expectHealth({});
      await edge.content.stop();
      await edge.advanceClock(freshnessMs - 1);
      const answers = await Promise.all(Array.from({ length: 20 }, getHealth));
      expect(answers).toEqual(Array(20).fill([200, healthy]));
      await edge.advanceClock(1);
      expect(await getHealth()).toEqual([200, { ...healthy, status: "degraded", content: "unavailable" }]);
      await edge.content.start();
    });
  });
});

test("while the disk of the database is full, a sign-in is told when to come back", async () => {
  await edge.database.asOwner(
    "create function disk_is_full() returns trigger language plpgsql as $$ begin raise exception using errcode = 'disk_full'; end $$",
  );
  await edge.database.asOwner(
    "create trigger full_disk before insert on sessions execute function disk_is_full()",
  );
  try {
    const response = await edge.fetch("/api/auth/token?grant_type=password", json(administrator));
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, expect.any(String)]);
  } finally {
    await edge.database.asOwner("drop function disk_is_full cascade");
  }
});
