import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { bearer, json, origin, type SessionResponse } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(() => startEdge(visitorTimeout));
let session: SessionResponse;
beforeAll(async () => {
  // The tests stop the database and the mailer. Without the spool, no store is left for a message.
  await edge.redeploy({}, "away");
  session = await edge.signIn();
});
beforeEach(() =>
  edge.database.asOwner("truncate contact_submissions, contact_receipts, outgoing_mails, message_rates"),
);

/** The time for which an answer of the health route is reused, in milliseconds. */
const freshnessMs = 5_000;
const message = { name: "Ana Pérez", email: "ana@cliente.example", message: "Hola" };
const post = (headers?: Record<string, string>) => edge.fetch("/api/contact", json(message, headers));
const listRows = async (table: string) => edge.database.asOwner(`select * from ${table}`);

/** The number of connections that a silent server has accepted. */
let silentConnections = 0;

/** Accepts connections on a port and never answers. */
async function startSilentServer(port: number): Promise<() => Promise<void>> {
  silentConnections = 0;
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  for (const host of ["127.0.0.1", "::1"]) {
    const server = createServer((socket) => {
      sockets.add(socket);
      silentConnections += 1;
      socket.on("error", () => {});
    });
    servers.push(server);
    server.listen(port, host);
    await once(server, "listening");
  }
  return async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  };
}

/** Waits until `requests` requests reach a silent database, then advances the edge's clock past the timeout. */
async function passTimeout(requests: number): Promise<void> {
  await expect.poll(() => silentConnections).toBe(requests);
  await edge.advanceClock(Number(visitorTimeout.DATABASE_TIMEOUT_MS));
}

describe.each([
  ["is stopped", () => Promise.resolve(() => Promise.resolve()), () => Promise.resolve()],
  ["takes connections and never answers", () => startSilentServer(edge.database.port), passTimeout],
])("while the database %s", (_, outage, passOutage) => {
  let recover: () => Promise<void>;
  beforeEach(async () => {
    await Promise.all([edge.database.stop(), edge.mailbox.stop()]);
    recover = await outage();
  });
  afterEach(async () => {
    await recover();
    await edge.mailbox.start();
    await edge.database.start();
  });

  /** Makes calls at once and returns their answers after the outage's timeout. */
  const collectAnswers = (...calls: (() => Promise<Response>)[]) =>
    edge.holdClock(async () => {
      const answers = Promise.all(calls.map((call) => call()));
      await passOutage(calls.length);
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

  test("the form without JavaScript leads back to a page that reports the outage", async () => {
    const [response] = await collectAnswers(() =>
      edge.fetch("/api/contact", {
        method: "POST",
        headers: { Origin: origin },
        body: new URLSearchParams({ ...message, language: "en" }),
      }),
    );
    expect([response?.status, response?.headers.get("Location")]).toEqual([
      303,
      "/en/contact#error-unavailable",
    ]);
  });
});

test("a message that the outage rejected is not partly stored, and is accepted once afterwards", async () => {
  const key = { "Idempotency-Key": crypto.randomUUID() };
  await Promise.all([edge.database.stop(), edge.mailbox.stop()]);
  expect((await post(key)).status).toBe(503);
  await Promise.all([edge.database.start(), edge.mailbox.start()]);
  for (const table of ["contact_submissions", "contact_receipts", "outgoing_mails"]) {
    expect(await listRows(table)).toEqual([]);
  }
  expect((await post(key)).status).toBe(201);
  expect((await post(key)).status).toBe(201);
  expect(await listRows("contact_submissions")).toHaveLength(1);
});

test("a message is not stored at all when one part cannot be stored", async () => {
  await edge.database.asOwner("alter table outgoing_mails add constraint none check (id is null) not valid");
  await edge.mailbox.stop();
  expect((await post({ "Idempotency-Key": crypto.randomUUID() })).status).toBe(503);
  await edge.mailbox.start();
  await edge.database.asOwner("alter table outgoing_mails drop constraint none");
  for (const table of ["contact_submissions", "contact_receipts"]) expect(await listRows(table)).toEqual([]);
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
  afterAll(() => edge.redeploy({}, "away"));

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

describe("the notice to the company", () => {
  const listNotices = () =>
    edge.database.asOwner("select * from outgoing_mails where kind = 'contact_notice' order by created_at");
  const listSentNotices = async () => (await listNotices()).filter(({ sent_at }) => sent_at !== null);
  const listArrivedNotices = async (name: string) =>
    (await edge.mailbox.messages()).filter(({ subject }) =>
      String(subject).startsWith(`Nuevo mensaje de ${name} · `),
    );
  const sendMessage = (name: string) => edge.fetch("/api/contact", json({ ...message, name }));

  test("arrives once, and its content is deleted", async () => {
    await sendMessage("Una Vez");
    await expect.poll(() => listSentNotices()).toHaveLength(1);
    const mails = await listArrivedNotices("Una Vez");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Correo: ana@cliente.example");
    expect(JSON.stringify(mails[0]?.to)).toContain("hola@guaria.example");
    expect(await listNotices()).toMatchObject([{ payload: null, attempts: 1 }]);
  });

  test("waits while the provider is away, and is sent with a later message", async () => {
    await edge.mailbox.stop();
    const [{ now } = {}] = await edge.database.asOwner("select now()::text as now");
    expect((await sendMessage("Espera")).status).toBe(201);
    await expect.poll(() => edge.log()).toContain("mail_not_sent");
    expect(await listNotices()).toMatchObject([{ attempts: 1, sent_at: null, payload: { name: "Espera" } }]);
    const dueCondition =
      "next_attempt_at between $1::timestamptz + interval '20 seconds' and now() + interval '20 seconds'";
    expect(
      await edge.database.asOwner(`select distinct ${dueCondition} as soon from outgoing_mails`, [now]),
    ).toEqual([{ soon: true }]);

    await edge.mailbox.start();
    await edge.database.asOwner("update outgoing_mails set next_attempt_at = now() where sent_at is null");
    await sendMessage("Después");
    await expect.poll(() => listSentNotices()).toHaveLength(2);
    expect(await listArrivedNotices("Espera")).toHaveLength(1);
    expect(await listArrivedNotices("Después")).toHaveLength(1);
  });
});
