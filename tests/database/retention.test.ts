import { createHash, randomBytes, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const retention = { service: "retention" };
const purge = "select purge_expired($1, '30 days', '90 days') as removed";
const hash = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA";
const createHashBytes = () => createHash("sha256").update(randomBytes(8)).digest();

describeOnOneEngine("retention", (server) => {
  const { database, calls } = databaseForSuite(server);
  beforeEach(() =>
    database.asOwner(
      `truncate accounts, one_time_tokens, attempt_limits, contact_submissions, contact_receipts, outgoing_mails,
         content_hooks, accepted_requests, site_builds, message_rates, known_senders, mail_alerts cascade`,
    ),
  );

  const purgeTable = async (table: string) =>
    (await calls.as(retention, purge, [table]))[0]?.removed as number;
  /** Purges every table, in the order of the edge. */
  const purgeAll = async () => {
    const [{ tables } = {}] = await calls.as(retention, "select expiring_tables() as tables");
    const removed: Record<string, number> = {};
    for (const table of tables as string[]) removed[table] = await purgeTable(table);
    return removed;
  };
  const countRows = async (table: string) =>
    (await database.asOwner(`select count(*)::int as n from ${table}`))[0]?.n as number;

  /** Creates an account that signed up `age` ago. */
  async function createAccount(age = "1 year", confirmed = true): Promise<string> {
    const id = randomUUID();
    await database.asOwner(
      `insert into accounts (id, email, password_hash, created_at, email_confirmed_at)
       values ($1, $2, $3, now() - $4::interval, case when $5 then now() end)`,
      [id, `${id}@x.example`, hash, age, confirmed],
    );
    return id;
  }
  async function createSession(columns: Record<string, string>): Promise<string> {
    const id = randomUUID();
    const names = Object.keys(columns);
    await database.asOwner(
      `insert into sessions (id, account_id, ${names.join(", ")})
       values ($1, $2, ${names.map((_, index) => `now() - $${index + 3}::interval`).join(", ")})`,
      [id, await createAccount(), ...Object.values(columns)],
    );
    return id;
  }
  const createToken = (accountId: string, validFor: string) =>
    database.asOwner(
      `insert into one_time_tokens (token_hash, account_id, purpose, created_at, expires_at)
       values ($1, $2, 'signup', now() - interval '2 days', now() + $3::interval)`,
      [createHashBytes(), accountId, validFor],
    );

  test("removes expired one-time tokens and no others", async () => {
    const owner = await createAccount();
    await createToken(owner, "-1 second");
    await createToken(owner, "1 hour");
    expect(await purgeAll()).toMatchObject({ one_time_tokens: 1, accounts: 0 });
    expect(await countRows("one_time_tokens where expires_at > now()")).toBe(1);
  });

  const newHash = "sha256(gen_random_uuid()::text::bytea)";

  test.each([
    ["a message count after its end", "message_rates (key, counted, ends_at)", `${newHash}, 1`, "1 second"],
    [
      "a decision about a sender after 24 months",
      "known_senders (sender, verdict, decided_at)",
      `${newHash}, 'blocked'`,
      "24 months 1 minute",
    ],
    [
      "an alert 30 days after its last occurrence",
      "mail_alerts (subject, id, kind, last_at)",
      "gen_random_uuid()::text, gen_random_uuid(), 'mail_refused'",
      "30 days 1 minute",
    ],
    [
      "an event of the audit after 12 months",
      "account_events (kind, created_at)",
      "'limited'",
      "12 months 1 minute",
    ],
    [
      "an administrator's action in the inbox after 12 months",
      "inbox_actions (account_id, session_id, action, submission_ids, created_at)",
      "gen_random_uuid(), gen_random_uuid(), 'read', array[gen_random_uuid()]",
      "12 months 1 minute",
    ],
    [
      "a message 24 months after its last entry",
      "contact_submissions (id, name, email, last_entry_at)",
      "gen_random_uuid(), 'Ana', 'ana@x.example'",
      "24 months 1 minute",
    ],
    [
      "the receipt of a message after 24 months",
      "contact_receipts (idempotency_key, body_hash, submission_id, created_at)",
      `gen_random_uuid(), ${newHash}, gen_random_uuid()`,
      "24 months 1 minute",
    ],
    [
      "a webhook of the CMS after a day",
      "content_hooks (signature_hash, taken_at)",
      newHash,
      "24 hours 1 minute",
    ],
    [
      "a build after 30 days",
      "site_builds (id, due_at, leased_at, asked_at)",
      "gen_random_uuid(), now(), now()",
      "30 days 1 minute",
    ],
    [
      "an accepted request after seven days",
      "accepted_requests (request_hash, acceptance_id, accepted_at)",
      `${newHash}, gen_random_uuid()`,
      "7 days 1 minute",
    ],
  ])("removes %s, and not before", async (_, into, values, age) => {
    // biome-ignore format: one row a line
    const [table = ""] = into.split(" ");
    const countBefore = await countRows(table);
    for (const offset of ["0", "2 minutes"]) {
      await database.asOwner(`insert into ${into} values (${values}, now() - $1::interval + $2::interval)`, [
        age,
        offset,
      ]);
    }
    expect(await purgeAll()).toMatchObject({ [table]: 1 });
    expect(await countRows(table)).toBe(countBefore + 1);
  });

  test.each([
    ["it has ended", "1 minute", null, 1],
    ["it has not ended", "-1 minute", null, 0],
    ["it has ended and still blocks", "1 minute", "1 minute", 0],
    ["it has ended and no longer blocks", "2 minutes", "-1 minute", 1],
  ])("removes an attempt limit after its end: %s", async (_, endedAgo, blockedFor, removed) => {
    await database.asOwner(
      `insert into attempt_limits (key, failures, ends_at, blocked_until)
       values ($1, 40, now() - $2::interval, now() + $3::interval)`,
      [createHashBytes(), endedAgo, blockedFor],
    );
    expect(await purgeAll()).toMatchObject({ attempt_limits: removed });
    expect(await countRows("attempt_limits")).toBe(1 - removed);
  });

  test.each<[string, Record<string, string>, number]>([
    ["it ended 31 days ago", { ended_at: "31 days", created_at: "40 days" }, 1],
    ["it ended 29 days ago", { ended_at: "29 days", created_at: "40 days" }, 0],
    ["it was last used 61 days ago", { last_used_at: "61 days", created_at: "70 days" }, 1],
    ["it was last used 59 days ago", { last_used_at: "59 days", created_at: "70 days" }, 0],
    ["it is used every day and began 121 days ago", { last_used_at: "1 day", created_at: "121 days" }, 1],
    ["it is used every day and began 119 days ago", { last_used_at: "1 day", created_at: "119 days" }, 0],
  ])("removes a session and its refresh tokens 30 days after its end: %s", async (_, columns, removed) => {
    const id = await createSession(columns);
    const [parent, child] = [createHashBytes(), createHashBytes()];
    await database.asOwner(
      "insert into refresh_tokens (token_hash, session_id, parent_hash) values ($1, $3, null), ($2, $3, $1)",
      [parent, child, id],
    );
    expect(await purgeAll()).toMatchObject({ sessions: removed });
    expect(await countRows("sessions")).toBe(1 - removed);
    expect(await countRows("refresh_tokens")).toBe(removed ? 0 : 2);
  });

  test("removes an unconfirmed account after seven days, unless one of its tokens has not expired", async () => {
    await createAccount("8 days", false);
    const accountWithToken = await createAccount("8 days", false);
    await createToken(accountWithToken, "1 hour");
    const accountWithSpentToken = await createAccount("8 days", false);
    await createToken(accountWithSpentToken, "1 hour");
    await database.asOwner("update one_time_tokens set spent_at = now() where account_id = $1", [
      accountWithSpentToken,
    ]);
    const youngAccount = await createAccount("6 days", false);
    const confirmedAccount = await createAccount("8 days");
    expect(await purgeAll()).toMatchObject({ accounts: 1 });
    const remainingAccounts = await database.asOwner("select id from accounts");
    expect(remainingAccounts.map(({ id }) => id).sort()).toEqual(
      [accountWithToken, accountWithSpentToken, youngAccount, confirmedAccount].sort(),
    );
  });

  test.each<[string, string, number]>([
    ["sent 31 days ago", "sent_at", 1],
    ["given up 31 days ago", "given_up_at", 1],
    ["still waiting after 31 days", "next_attempt_at", 0],
  ])("removes the row of a mail after 30 days: %s", async (_, column, removed) => {
    await database.asOwner(
      `insert into outgoing_mails (id, kind, payload, created_at, ${column})
       values (gen_random_uuid(), 'contact_notice', $1, now() - interval '31 days', now() - interval '31 days')`,
      [removed ? null : {}],
    );
    expect(await purgeAll()).toMatchObject({ outgoing_mails: removed });
    expect(await countRows("outgoing_mails")).toBe(1 - removed);
  });

  test("a call removes at most 1,000 rows of its table, and none of another table", async () => {
    await database.asOwner(
      `insert into attempt_limits (key, failures, ends_at)
       select sha256(n::text::bytea), 1, now() - interval '1 hour' from generate_series(1, 1200) n`,
    );
    await createToken(await createAccount(), "-1 second");
    expect([await purgeTable("attempt_limits"), await purgeTable("attempt_limits")]).toEqual([1_000, 200]);
    expect(await countRows("one_time_tokens")).toBe(1);
  });

  test("rejects a table without a retention rule (20000)", async () => {
    for (const table of ["profiles", "schema_migrations", "sessions; drop table sessions", null]) {
      await expect(calls.as(retention, purge, [table])).rejects.toMatchObject({ code: "20000" });
    }
  });
});
