import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Calls, callsOn } from "./calls.ts";

const retention = { service: "retention" };
const purge = "select purge_expired($1, '30 days', '90 days') as removed";
const hash = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA";
const bytes = () => createHash("sha256").update(randomBytes(8)).digest();

describeOnEmbedded("retention", (server) => {
  let database: TestDatabase;
  let calls: Calls;

  beforeAll(async () => {
    database = await startTestDatabase(server);
    calls = callsOn(database);
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.asOwner(
      `truncate accounts, one_time_tokens, attempt_limits, contact_submissions, contact_receipts, outgoing_mails,
         content_hooks, accepted_requests, site_builds, message_rates, known_senders, mail_alerts cascade`,
    ),
  );

  const removeOf = async (table: string) => (await calls.as(retention, purge, [table]))[0]?.removed as number;
  /** A call for each table, in the order in which the edge makes them. */
  const remove = async () => {
    const [{ tables } = {}] = await calls.as(retention, "select expiring_tables() as tables");
    const removed: Record<string, number> = {};
    for (const table of tables as string[]) removed[table] = await removeOf(table);
    return removed;
  };
  const count = async (table: string) =>
    (await database.asOwner(`select count(*)::int as n from ${table}`))[0]?.n as number;

  /** An account that signed up `age` ago. */
  async function account(age = "1 year", confirmed = true): Promise<string> {
    const id = randomUUID();
    await database.asOwner(
      `insert into accounts (id, email, password_hash, created_at, email_confirmed_at)
       values ($1, $2, $3, now() - $4::interval, case when $5 then now() end)`,
      [id, `${id}@x.example`, hash, age, confirmed],
    );
    return id;
  }
  async function session(columns: Record<string, string>): Promise<string> {
    const id = randomUUID();
    const names = Object.keys(columns);
    await database.asOwner(
      `insert into sessions (id, account_id, ${names.join(", ")})
       values ($1, $2, ${names.map((_, index) => `now() - $${index + 3}::interval`).join(", ")})`,
      [id, await account(), ...Object.values(columns)],
    );
    return id;
  }
  const token = (accountId: string, left: string) =>
    database.asOwner(
      `insert into one_time_tokens (token_hash, account_id, purpose, created_at, expires_at)
       values ($1, $2, 'signup', now() - interval '2 days', now() + $3::interval)`,
      [bytes(), accountId, left],
    );

  test("removes expired one-time tokens and no others", async () => {
    const owner = await account();
    await token(owner, "-1 second");
    await token(owner, "1 hour");
    expect(await remove()).toMatchObject({ one_time_tokens: 1, accounts: 0 });
    expect(await count("one_time_tokens where expires_at > now()")).toBe(1);
  });

  test.each([
    [
      "a count of messages once its time is over",
      "message_rates (key, counted, ends_at)",
      "$1, 1",
      "1 second",
    ],
    [
      "what was said of a sender after 24 months",
      "known_senders (sender, verdict, decided_at)",
      "$1, 'blocked'",
      "24 months 1 minute",
    ],
    [
      "an alert 30 days after it happened last",
      "mail_alerts (subject, id, kind, last_at)",
      "encode($1, 'hex'), gen_random_uuid(), 'mail_refused'",
      "30 days 1 minute",
    ],
  ])("forgets %s", async (_, into, values, age) => {
    const [table = ""] = into.split(" ");
    const leave = (moment: string) =>
      database.asOwner(`insert into ${into} values (${values}, now() - $2::interval + $3::interval)`, [
        bytes(),
        age,
        moment,
      ]);
    await leave("0");
    await leave("2 minutes");
    expect(await remove()).toMatchObject({ [table]: 1 });
    expect(await count(table)).toBe(1);
  });

  test.each([
    ["it is over", "1 minute", null, 1],
    ["it is not", "-1 minute", null, 0],
    ["it is over, and still blocks", "1 minute", "1 minute", 0],
    ["it is over, and blocks no more", "2 minutes", "-1 minute", 1],
  ])("forgets what was attempted once its count has ended: %s", async (_, ended, blocked, removed) => {
    await database.asOwner(
      `insert into attempt_limits (key, failures, ends_at, blocked_until)
       values ($1, 40, now() - $2::interval, now() + $3::interval)`,
      [bytes(), ended, blocked],
    );
    expect(await remove()).toMatchObject({ attempt_limits: removed });
    expect(await count("attempt_limits")).toBe(1 - removed);
  });

  test.each<[string, Record<string, string>, number]>([
    ["it ended 31 days ago", { ended_at: "31 days", created_at: "40 days" }, 1],
    ["it ended 29 days ago", { ended_at: "29 days", created_at: "40 days" }, 0],
    ["it was last used 61 days ago", { last_used_at: "61 days", created_at: "70 days" }, 1],
    ["it was last used 59 days ago", { last_used_at: "59 days", created_at: "70 days" }, 0],
    ["it is used every day and began 121 days ago", { last_used_at: "1 day", created_at: "121 days" }, 1],
    ["it is used every day and began 119 days ago", { last_used_at: "1 day", created_at: "119 days" }, 0],
  ])("a session goes 30 days after its end, with its refresh tokens: %s", async (_, columns, removed) => {
    const id = await session(columns);
    const [parent, child] = [bytes(), bytes()];
    await database.asOwner(
      "insert into refresh_tokens (token_hash, session_id, parent_hash) values ($1, $3, null), ($2, $3, $1)",
      [parent, child, id],
    );
    expect(await remove()).toMatchObject({ sessions: removed });
    expect(await count("sessions")).toBe(1 - removed);
    expect(await count("refresh_tokens")).toBe(removed ? 0 : 2);
  });

  test("an account that never confirmed goes after seven days, unless a token of it has not expired", async () => {
    await account("8 days", false);
    const again = await account("8 days", false);
    await token(again, "1 hour");
    const told = await account("8 days", false);
    await token(told, "1 hour");
    await database.asOwner("update one_time_tokens set spent_at = now() where account_id = $1", [told]);
    const young = await account("6 days", false);
    const confirmed = await account("8 days");
    expect(await remove()).toMatchObject({ accounts: 1 });
    const left = await database.asOwner("select id from accounts");
    expect(left.map(({ id }) => id).sort()).toEqual([again, told, young, confirmed].sort());
  });

  test("the audit goes after twelve months, and not before", async () => {
    for (const age of ["12 months 1 day", "11 months 29 days"]) {
      await database.asOwner(
        "insert into account_events (kind, created_at) values ('limited', now() - $1::interval)",
        [age],
      );
    }
    expect(await remove()).toMatchObject({ account_events: 1 });
    expect(await count("account_events where kind = 'limited'")).toBe(1);
  });

  test("what an administrator did in the inbox goes after 12 months", async () => {
    for (const age of ["12 months 1 day", "11 months 29 days"]) {
      await database.asOwner(
        `insert into inbox_actions (account_id, session_id, action, submission_ids, created_at)
         values (gen_random_uuid(), gen_random_uuid(), 'read', array[gen_random_uuid()], now() - $1::interval)`,
        [age],
      );
    }
    expect(await remove()).toMatchObject({ inbox_actions: 1 });
    expect(await count("inbox_actions")).toBe(1);
  });

  test("a message and its receipt go after 24 months, and not before", async () => {
    for (const age of ["24 months 1 day", "23 months 29 days"]) {
      const id = randomUUID();
      await database.asOwner(
        `insert into contact_submissions (id, name, email, created_at)
         values ($1, 'Ana', 'ana@x.example', now() - $2::interval)`,
        [id, age],
      );
      await database.asOwner(
        `insert into contact_receipts (idempotency_key, body_hash, submission_id, created_at)
         values (gen_random_uuid(), $1, $2, now() - $3::interval)`,
        [bytes(), id, age],
      );
    }
    expect(await remove()).toMatchObject({ contact_submissions: 1, contact_receipts: 1 });
    expect([await count("contact_submissions"), await count("contact_receipts")]).toEqual([1, 1]);
  });

  test.each<[string, string, number]>([
    ["sent 31 days ago", "sent_at", 1],
    ["given up 31 days ago", "given_up_at", 1],
    ["still waiting after 31 days", "next_attempt_at", 0],
  ])("the trace of a mail goes after 30 days: %s", async (_, column, removed) => {
    await database.asOwner(
      `insert into outgoing_mails (id, kind, payload, created_at, ${column})
       values (gen_random_uuid(), 'contact_notice', $1, now() - interval '31 days', now() - interval '31 days')`,
      [removed ? null : {}],
    );
    expect(await remove()).toMatchObject({ outgoing_mails: removed });
    expect(await count("outgoing_mails")).toBe(1 - removed);
  });

  test("a webhook of the CMS goes after a day, and a build after 30", async () => {
    for (const age of ["25 hours", "23 hours"]) {
      await database.asOwner(
        "insert into content_hooks (signature_hash, taken_at) values ($1, now() - $2::interval)",
        [bytes(), age],
      );
    }
    for (const age of ["31 days", "29 days"]) {
      await database.asOwner(
        `insert into site_builds (id, due_at, asked_at, leased_at)
         values (gen_random_uuid(), now(), now() - $1::interval, now())`,
        [age],
      );
    }
    expect(await remove()).toMatchObject({ content_hooks: 1, site_builds: 1 });
    expect([await count("content_hooks"), await count("site_builds")]).toEqual([1, 1]);
  });

  test("a signed request that was accepted is forgotten after seven days", async () => {
    for (const age of ["169 hours", "167 hours"]) {
      await database.asOwner(
        "insert into accepted_requests values ($1, gen_random_uuid(), now() - $2::interval)",
        [bytes(), age],
      );
    }
    expect(await remove()).toMatchObject({ accepted_requests: 1 });
    expect(await count("accepted_requests")).toBe(1);
  });

  test("a call removes 1,000 rows of its table at most, and none of another", async () => {
    await database.asOwner(
      `insert into attempt_limits (key, failures, ends_at)
       select sha256(n::text::bytea), 1, now() - interval '1 hour' from generate_series(1, 1200) n`,
    );
    await token(await account(), "-1 second");
    expect([await removeOf("attempt_limits"), await removeOf("attempt_limits")]).toEqual([1_000, 200]);
    expect(await count("one_time_tokens")).toBe(1);
  });

  test("a table that is kept for good has no rule (20000)", async () => {
    for (const table of ["profiles", "schema_migrations", "sessions; drop table sessions", null]) {
      await expect(calls.as(retention, purge, [table])).rejects.toMatchObject({ code: "20000" });
    }
  });

  test("its claims read nothing, change nothing and remove nothing by themselves", async () => {
    const owner = await account();
    await token(owner, "-1 second");
    await session({ ended_at: "31 days" });
    await database.asOwner("insert into profiles (user_id, role) values ($1, 'user')", [owner]);
    await database.asOwner(
      "insert into contact_receipts (idempotency_key, body_hash, submission_id) values ($1, $2, $1)",
      [randomUUID(), bytes()],
    );
    const tables = await database.asOwner(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname <> 'schema_migrations'`,
    );
    expect(tables.length).toBeGreaterThanOrEqual(10);
    for (const { relname } of tables) {
      const tries = [`select * from ${relname}`, `delete from ${relname} returning *`];
      for (const query of tries) {
        const rows = await calls.as(retention, query).catch((error) => {
          expect(error).toMatchObject({ code: "42501" });
          return [];
        });
        expect([query, rows]).toEqual([query, []]);
      }
    }
    expect(await count("one_time_tokens")).toBe(1);
  });

  test("nobody else can call it (42501)", async () => {
    const administrator = await calls.signIn("admin");
    for (const claims of [null, administrator, { service: "auth" }, { service: "mail" }]) {
      await expect(calls.as(claims, purge, ["sessions"])).rejects.toMatchObject({ code: "42501" });
    }
    const [{ anyone } = {}] = await database.asOwner(
      "select has_function_privilege('public', 'purge_expired(text, interval, interval)', 'execute') as anyone",
    );
    expect(anyone).toBe(false);
  });
});
