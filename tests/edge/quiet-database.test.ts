import { request } from "node:http";
import { json } from "node:stream/consumers";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { storeSyntheticMessage } from "#functions/contact/store.ts";
import { readSyntheticMessage, syntheticMessageHeader } from "#functions/contact/synthetic-message.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import type { Environment } from "#functions/env.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { connect } from "#functions/kernel/database/database.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { recordDelivery } from "#functions/mail/alerts.ts";
import { sendDueMails } from "#functions/mail/send-due-mails.ts";
import { findDue, markWorkLeft, queryRecord } from "#functions/operations/due-work.ts";
import type { HealthWatch } from "#functions/operations/health.ts";
import { health } from "#functions/operations/routes.ts";
import { storeCronRun } from "#functions/operations/scheduled/reports.ts";
import { doDueWork } from "#functions/operations/scheduled/worker.ts";
import { watchSyntheticMessage } from "#functions/operations/synthetic-message/watch.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";
import { createSigningKey } from "../support/signing-key.ts";
import { nightlyTest } from "../support/suite.ts";

const minute = 60_000;
const hour = 60 * minute;
/** The time for which an unused database stays awake, as on Neon. */
const idleMs = 5 * minute;

const reader = "canario@guaria.example";

let database: TestDatabase;
let spool: ReturnType<typeof createKeyValueStore>;
let endpoint: Awaited<ReturnType<typeof listenOnLoopback>>;
let environment: Environment;
/** Advances by days with each test, so that an isolate's memory does not carry over. */
let today = Date.now();
/** The times of the database requests. */
let requestTimes: number[] = [];

/**
 * Workers KV in memory. A simulated day makes thousands of calls, and each call to Miniflare's KV crosses to another
 * process. spool.test.ts runs the same code on Miniflare's KV.
 */
function createKeyValueStore() {
  const values = new Map<string, string>();
  return {
    async get(name: string, type?: "json") {
      const value = values.get(name) ?? null;
      return value !== null && type === "json" ? JSON.parse(value) : value;
    },
    async put(name: string, value: string) {
      values.set(name, value);
    },
    async delete(name: string) {
      values.delete(name);
    },
    async list({ prefix = "" } = {}) {
      const names = [...values.keys()].filter((name) => name.startsWith(prefix));
      return { keys: names.map((name) => ({ name })), list_complete: true };
    },
  };
}

beforeAll(async () => {
  database = await startTestDatabase();
  endpoint = await listenOnLoopback(0, (incoming, response) => {
    requestTimes.push(Date.now());
    const forwarded = request(`http://localhost:${database.port}/sql`, {
      method: "POST",
      headers: incoming.headers,
    });
    forwarded.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
});
afterAll(async () => {
  await endpoint.close();
  await database.close();
});
beforeEach(async () => {
  today += 48 * hour;
  vi.useFakeTimers({ toFake: ["Date"], now: today });
  await database.asOwner("truncate outgoing_mails, site_builds");
  spool = createKeyValueStore();
  environment = {
    SITE_ORIGIN: "https://www.guaria.example",
    DATABASE_URL: database.edgeUrl,
    DATABASE_FETCH_ENDPOINT: `http://localhost:${endpoint.port}/sql`,
    DATABASE_TIMEOUT_MS: 60_000,
    MAIL_DAILY_QUOTA: 100,
    MAIL_API_URL: "http://localhost:1/emails",
    DEPLOY_HOOK_URL: "http://localhost:1/hook",
    SANITY_API_HOST: "http://localhost:1",
    SESSION_IDLE_DAYS: 30,
    SESSION_ABSOLUTE_DAYS: 90,
    SPOOL: spool,
  } as unknown as Environment;
  requestTimes = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs the cron for each minute of `durationMs` and returns the minutes with a database request. */
async function passTime(
  durationMs: number,
  watchMinute = async (_minute: number) => false,
): Promise<number[]> {
  const startMs = Date.now();
  const minutes: number[] = [];
  for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs += minute) {
    vi.setSystemTime(startMs + elapsedMs);
    const requestsBefore = requestTimes.length;
    await doDueWork(environment, await watchMinute((elapsedMs / minute) % 60));
    if (requestTimes.length > requestsBefore) minutes.push(elapsedMs / minute);
  }
  vi.setSystemTime(startMs + durationMs);
  return minutes;
}

/** Returns how long the database was awake for its requests, in minutes. */
const getAwakeMinutes = () =>
  requestTimes.reduce(
    (sum, requestedAt, index) =>
      sum + Math.min(idleMs, (requestTimes[index + 1] ?? Number.POSITIVE_INFINITY) - requestedAt),
    0,
  ) / minute;

describe("an idle database", () => {
  test("is queried four times a day, so a quiet day keeps it awake for at most half an hour", async () => {
    expect(await passTime(24 * hour)).toEqual([0, 361, 722, 1083]);
    expect(getAwakeMinutes()).toBeLessThanOrEqual(30);
  });

  test("has expired rows removed on those four occasions", async () => {
    await passTime(minute);
    await database.asOwner(
      "insert into attempt_limits (key, failures, ends_at) values (sha256('a'), 1, now() - interval '1 hour')",
    );
    await passTime(6 * hour);
    expect(await database.asOwner("select from attempt_limits")).toHaveLength(1);
    await passTime(2 * minute);
    expect(await database.asOwner("select from attempt_limits")).toEqual([]);
  });
});

describe("a database with an hourly synthetic message", () => {
  let site: Awaited<ReturnType<typeof listenOnLoopback>>;
  beforeEach(async () => {
    // The site and its mail provider, which delivers at once.
    site = await listenOnLoopback(0, async (incoming, response) => {
      const sentBody = await json(incoming);
      if (incoming.url === "/emails") return void response.end(JSON.stringify({ id: "of the provider" }));
      const message = sentBody as ContactMessage;
      const header = String(incoming.headers[syntheticMessageHeader.toLowerCase()]);
      const id = String(await readSyntheticMessage(environment, header, message));
      await storeSyntheticMessage(connect(environment), { id, message }, reader);
      await sendDueMails(environment);
      const webhook = { hash: await sha256(id), acceptanceId: crypto.randomUUID() };
      await recordDelivery(connect(environment), webhook, { id, event: "delivered" }, null);
      response.writeHead(201).end();
    });
    const origin = `http://localhost:${site.port}`;
    environment = {
      ...environment,
      SITE_ORIGIN: origin,
      MAIL_API_URL: `${origin}/emails`,
      MAIL_FROM: "Guaria Digital <web@guaria.example>",
      MAIL_WEBHOOK_SECRET: "whsec_",
      CANARY_TO: reader,
      signingKeys: await parseSigningKeys(JSON.stringify({ keys: [await createSigningKey("first")] })),
    } as Environment;
  });
  afterEach(() => site.close());

  const watchMinute = (minuteOfHour: number) =>
    watchSyntheticMessage(environment, { isHourly: minuteOfHour === 0 });

  nightlyTest(
    "is queried in two minutes of each hour, and is awake for at most two and a half hours of a quiet day",
    async () => {
      const minutes = await passTime(24 * hour, watchMinute);
      expect(minutes).toEqual(
        Array.from({ length: 24 }, (_, hourIndex) => [hourIndex * 60, hourIndex * 60 + 1]).flat(),
      );
      expect(getAwakeMinutes()).toBeLessThanOrEqual(150);
      expect(await database.asOwner("select from outgoing_mails")).toEqual([]);
    },
  );

  nightlyTest(
    "stays asleep while a monitor polls /api/health/watch, which reports the synthetic message",
    async () => {
      const app = new Hono<AppEnv>()
        .use(async (c, next) => {
          c.set("environment", environment);
          await next();
        })
        .route("/api/health", health);
      const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
      const answers: HealthWatch[] = [];
      await passTime(24 * hour, async (minuteOfHour) => {
        const isCanaryAsked = await watchMinute(minuteOfHour);
        await storeCronRun(environment.SPOOL as never, Date.now());
        if (minuteOfHour % 10 === 7)
          answers.push(await (await app.request("/api/health/watch", {}, {}, context)).json());
        return isCanaryAsked;
      });
      expect(getAwakeMinutes()).toBeLessThanOrEqual(150);
      expect(answers).toHaveLength(144);
      expect(answers.at(-1)).toMatchObject({ cron: { status: "ok" }, canary: { status: "ok" } });
    },
  );
});

describe("a database with new work", () => {
  beforeEach(() => passTime(10 * minute));

  test("is queried for as many minutes as KV may return an answer older than the mark", async () => {
    await markWorkLeft(environment.SPOOL as never);
    expect(await passTime(hour)).toEqual([0, 1, 2]);
  });

  test("is queried again when a waiting mail becomes due, and not before", async () => {
    await database.asOwner(
      `insert into outgoing_mails (id, kind, payload, next_attempt_at)
       values (gen_random_uuid(), 'account_exists', '{"to": "a@b.example", "language": "es"}', $1)`,
      [new Date(Date.now() + 40 * minute)],
    );
    await markWorkLeft(environment.SPOOL as never);
    await passTime(10 * minute);
    requestTimes = [];
    const [firstMinute] = await passTime(hour);
    expect(firstMinute).toBe(30);
  });

  test("is queried every ten minutes only, while due work cannot be done", async () => {
    // This happens while another build holds the lease or the daily mail quota is spent.
    await database.asOwner(
      "insert into site_builds (id, due_at) values (gen_random_uuid(), now() - interval '1 hour')",
    );
    await database.asOwner(
      "create function hold() returns trigger language plpgsql as $$ begin return null; end $$",
    );
    await database.asOwner(
      "create trigger hold before update on site_builds for each row execute function hold()",
    );
    await markWorkLeft(environment.SPOOL as never);
    expect(await passTime(30 * minute)).toEqual([0, 1, 2, 12, 22]);
    await database.asOwner("drop trigger hold on site_builds");
  });

  test("is queried regardless of KV when the caller requires it", async () => {
    await doDueWork(environment, true);
    expect(requestTimes).not.toEqual([]);
  });
});

describe("missing information from KV causes a query", () => {
  const rejectKvCall = () => Promise.reject(new Error("KV is away"));

  test.each([
    ["is away", { get: rejectKvCall, put: rejectKvCall }],
    ["holds an unexpected value", { get: async () => ({ at: "yesterday" }) }],
    ["is not bound", undefined],
  ])("when KV %s", async (_, spool) => {
    const now = Date.now();
    expect(await findDue(spool as never, now)).toMatchObject({ isDue: true, isPurgeDue: true });
  });

  test("the next call retries a mark that KV did not accept", async () => {
    await queryRecord.store(spool as never, { at: Date.now(), next: null, purgedAt: Date.now() });
    let isAway = true;
    const flaky = {
      get: spool.get,
      put: (name: string, value: string) => (isAway ? rejectKvCall() : spool.put(name, value)),
    };
    await markWorkLeft(flaky as never);
    vi.setSystemTime(Date.now() + 5 * minute);
    expect(await findDue(spool as never, Date.now())).toMatchObject({ isDue: false });
    isAway = false;
    await markWorkLeft(flaky as never);
    expect(await findDue(spool as never, Date.now())).toMatchObject({ isDue: true });
  });
});
