import { randomUUID } from "node:crypto";
import { neon } from "@neondatabase/serverless";
import { beforeAll, expect, test } from "vitest";
import { isAdministrator } from "#functions/accounts/fresh-proofs.ts";
import { isEmailChanged } from "#functions/accounts/own-account/email-changes.ts";
import { startedAccountQuery } from "#functions/accounts/sessions/store.ts";
import { pendingPasswordQuery } from "#functions/accounts/sign-up/one-time-tokens.ts";
import { blockSender, listBlockedSenders, unblockSender } from "#functions/inbox/blocked-senders.ts";
import { changeMatching, changeSubmissions } from "#functions/inbox/bulk.ts";
import type { Selection } from "#functions/inbox/selection.ts";
import { getStats } from "#functions/inbox/statistics.ts";
import {
  countSubmissions,
  deleteSubmission,
  getSubmission,
  listSubmissions,
  markSubmission,
} from "#functions/inbox/store.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { nameResults, type Transaction } from "#functions/kernel/database/named-results.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { leaseDueMails } from "#functions/mail/store.ts";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { type Claims, databaseForSuite } from "./calls.ts";

// Row-level security keeps PostgreSQL from an index if the condition calls a function that is not leakproof (`lower`,
// `coalesce`, `sha256`), because the function could reveal rows that the policy hides. Such a statement reads a whole
// table, which no test with few rows notices. So this test counts the rows that each statement reads.

const rowCount = 3_000;
/**
 * The rows that a statement may read of a table. A search reads the newest of each folder, and 300 more.
 */
const most = { statement: 400, search: 1_000 };

const fill = [
  `insert into contact_submissions (id, name, email, message, service_type, language, meeting_day, read, spam, created_at)
   select gen_random_uuid(), 'Ana', 'persona' || n || '@cliente.example',
     case when n % 10 = 3 then 'Un presupuesto' else 'Una pregunta' end, (array['cctv', 'reputation'])[1 + n % 2],
     case when n % 20 = 0 then 'en' else 'es' end, case when n % 40 = 0 then date '2026-05-08' end,
     n % 5 <> 1, n % 5 = 2, date_trunc('milliseconds', now()) - n * interval '1 hour'
   from generate_series(1, ${rowCount}) n`,
  `insert into accounts (id, email, password_hash, email_confirmed_at)
   select gen_random_uuid(), 'account' || n || '@x.example', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', now()
   from generate_series(1, ${rowCount}) n`,
  "insert into profiles (user_id) select id from accounts on conflict do nothing",
  "insert into sessions (id, account_id) select gen_random_uuid(), id from accounts",
  `insert into one_time_tokens (token_hash, account_id, purpose, email, attempt_id, expires_at)
   select sha256(id::text::bytea), id, 'signup', email, gen_random_uuid(), now() + interval '1 day' from accounts`,
  `insert into outgoing_mails (id, kind, class, sent_at, given_up_at, created_at)
   select gen_random_uuid(), 'contact_notice', 'notice', case when n % 2 = 0 then moment end, case when n % 2 = 1 then moment end,
     moment
   from generate_series(1, ${rowCount}) n, lateral (select now() - interval '3 days' - n * interval '1 minute' as moment) sent`,
  `insert into known_senders (sender, verdict, decided_at)
   select sha256(n::text::bytea), case when n % 100 = 0 then 'blocked' else 'trusted' end, now() - n * interval '1 minute'
   from generate_series(1, ${rowCount}) n`,
  `insert into inbox_actions (account_id, session_id, action, submission_ids)
   select gen_random_uuid(), gen_random_uuid(), 'read', array[gen_random_uuid()] from generate_series(1, ${rowCount})`,
  `insert into account_events (account_id, kind) select gen_random_uuid(), 'signed_in' from generate_series(1, ${rowCount})`,
];

const rowsReadQuery = `
  select relname as name, rows from pg_class, lateral (
    select pg_stat_get_xact_tuples_returned(pg_class.oid) + coalesce((
      select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = pg_class.oid), 0) as rows
  ) counted
  where relnamespace = 'public'::regnamespace and relkind = 'r' and rows > 0 order by rows desc`;

describeOnOneEngine("statements of the edge", (server) => {
  const { database, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");
  let ids: string[];
  let spamId: string;

  beforeAll(async () => {
    for (const statement of fill) await database.asOwner(statement);
    for (const { table } of await database.asOwner(
      "select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    ))
      await database.asOwner(`analyze ${table}`);
    const rows = await database.asOwner(
      "select id from contact_submissions where not spam order by created_at desc limit 40",
    );
    ids = rows.map(({ id }) => String(id));
    const [spam] = await database.asOwner("select id from contact_submissions where spam limit 1");
    spamId = String(spam?.id);
  });

  /** Runs statements with the claims. Adds up the rows that they read, by table. */
  function countReads(claims: Claims) {
    const reads = new Map<string, number>();
    const runList = async (_claims: unknown, queries: Query[]) => {
      const client = neon(database.edgeUrl);
      const [, , , , before = [], ...results] = await client.transaction([
        client`select set_claims(${claims ? JSON.stringify(claims) : ""})`,
        // An index that can serve the statement serves it, however few rows there are.
        client`set local enable_seqscan = off`,
        client`set local enable_hashjoin = off`,
        client`set local enable_mergejoin = off`,
        client.query(rowsReadQuery),
        ...queries.map(({ text, values }) => client.query(text, values)),
        client.query(rowsReadQuery),
      ]);
      // The counters can include earlier transactions of the connection.
      const rowsBefore = new Map(before.map(({ name, rows }) => [name, Number(rows)]));
      for (const { name, rows } of results.pop() ?? [])
        reads.set(name, (reads.get(name) ?? 0) + Number(rows) - (rowsBefore.get(name) ?? 0));
      return new Map(queries.map((query, index) => [query, results[index] ?? []]));
    };
    const run: Database["run"] = (claimsOfCall, statements) =>
      nameResults((queries) => runList(claimsOfCall, queries))(statements);
    return { database: { run } satisfies Database, reads };
  }

  type Work = { transaction: Transaction; database: Database };
  type Line = [does: string, claims: () => Claims, work: (work: Work) => Promise<unknown>, most?: number];

  const asAdmin = () => administrator;
  const asService = (service: string) => () => ({ service });
  const list =
    (selection: Partial<Selection>, createdAt: Date | null = null) =>
    ({ transaction }: Work) => {
      const position = createdAt && { createdAt, id: randomUUID() };
      return listSubmissions(transaction, { filter: "all", q: "", ...selection }, position, {
        limit: 50,
        include: ["sender_block"],
      });
    };
  const count =
    (criteria: Partial<Selection>) =>
    ({ transaction }: Work) =>
      countSubmissions(transaction, { q: "", ...criteria });
  const query =
    (build: () => Query) =>
    ({ transaction }: Work) =>
      transaction({ rows: build() });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

  /** Every statement that a large table must not slow down. */
  const lines: Line[] = [
    ["lists the inbox", asAdmin, list({})],
    ["lists the unread", asAdmin, list({ filter: "unread" })],
    ["lists the read", asAdmin, list({ filter: "read" })],
    ["lists the spam", asAdmin, list({ filter: "spam" })],
    ["lists a service", asAdmin, list({ service: "cctv" })],
    ["lists a language", asAdmin, list({ language: "en" })],
    ["lists a service and a language", asAdmin, list({ service: "cctv", language: "es", filter: "unread" })],
    ["lists meetings", asAdmin, list({ meeting: "requested" })],
    ["lists a sender", asAdmin, list({ sender: "persona7@cliente.example" })],
    ["lists a page from the middle", asAdmin, list({}, daysAgo(60))],
    ["lists a page of a service from the middle", asAdmin, list({ service: "cctv" }, daysAgo(60))],
    ["finds a reference", asAdmin, list({ q: "0000-0004" }), most.search],
    ["finds a frequent word", asAdmin, list({ q: "presupuesto" }), most.search],
    ["finds no message with a rare word", asAdmin, list({ q: "ornitorrinco" }), most.search],
    [
      "finds no message of a service with a rare word",
      asAdmin,
      list({ q: "ornitorrinco", service: "cctv" }),
      most.search,
    ],
    ["counts the inbox", asAdmin, count({})],
    ["counts a service", asAdmin, count({ service: "cctv" })],
    ["counts a language", asAdmin, count({ language: "en" })],
    ["counts meetings", asAdmin, count({ meeting: "requested" })],
    ["counts a period", asAdmin, count({ from: "2025-01-03", to: "2027-01-01" })],
    ["counts a sender", asAdmin, count({ sender: "persona7@cliente.example" })],
    ["counts the messages with a rare word", asAdmin, count({ q: "ornitorrinco" }), most.search],
    ["computes the statistics of 7 days", asAdmin, ({ transaction }) => getStats(transaction, 7)],
    ["computes the statistics of a year", asAdmin, ({ transaction }) => getStats(transaction, 365)],
    [
      "reads a message",
      asAdmin,
      ({ transaction }) => getSubmission(transaction, ids[0] as string, ["sender_block"]),
    ],
    [
      "marks a message",
      asAdmin,
      ({ transaction }) => markSubmission(transaction, ids[1] as string, { read: false, spam: true }),
    ],
    ["deletes a message", asAdmin, ({ transaction }) => deleteSubmission(transaction, ids[2] as string)],
    [
      "marks many messages",
      asAdmin,
      ({ transaction }) => changeSubmissions(transaction, ids.slice(3, 20), { action: "read" }),
    ],
    [
      "marks the messages of a search",
      asAdmin,
      ({ transaction }) =>
        changeMatching(transaction, { filter: "all", q: "ornitorrinco" }, new Date(), { action: "read" }),
      most.search,
    ],
    ["blocks a sender", asAdmin, ({ transaction }) => blockSender(transaction, ids[20] as string)],
    ["lists blocked senders", asAdmin, ({ transaction }) => listBlockedSenders(transaction)],
    [
      "ends a block",
      asAdmin,
      async ({ transaction }) => {
        const { sender_block } = await blockSender(transaction, spamId);
        await unblockSender(transaction, sender_block);
      },
    ],
    [
      "leases mails",
      asService("mail"),
      ({ database }) =>
        leaseDueMails(database, {
          quota: 100,
          hasCanary: true,
          isReceiving: true,
          alertTo: null,
          companyAddresses: ["hola@guaria.example"],
        }),
    ],
    ["finds the account of a session", asService("auth"), query(() => startedAccountQuery(randomUUID()))],
    [
      "finds the password of a sign-up",
      asService("auth"),
      query(() => pendingPasswordQuery("account9@x.example")),
    ],
    [
      "finds a spent token of a session",
      asService("auth"),
      query(() => sql`select ${isEmailChanged(randomUUID())}`),
    ],
    [
      "finds the administrators",
      asService("auth"),
      query(() => sql`select user_id from profiles where role = 'admin'`),
    ],
    [
      "tells an administrator",
      asService("auth"),
      query(() => sql`select ${isAdministrator(sql`${administrator.sub}::uuid`)}`),
    ],
  ];

  test.each(lines)(
    "%s without reading a large part of a table",
    async (_, claims, work, mostRows = most.statement) => {
      const { database: counted, reads } = countReads(claims());
      const transaction: Transaction = (statements) => counted.run(null, statements);
      await work({ transaction, database: counted });
      expect([...reads].filter(([, rows]) => rows > mostRows)).toEqual([]);
    },
  );

  test("a statement without an index is noticed", async () => {
    const { database: counted, reads } = countReads(administrator);
    await counted.run(null, {
      rows: sql`select from contact_submissions where coalesce(message, '') = 'Otra'`,
    });
    expect(reads.get("contact_submissions")).toBeGreaterThan(2_900);
  });

  test("expired rows are found without reading a large part of a table", async () => {
    const [{ tables } = {}] = await database.asOwner("select expiring_tables() as tables");
    const slow: unknown[] = [];
    for (const table of tables as string[]) {
      const { database: counted, reads } = countReads({ service: "retention" });
      await counted.run(null, { purged: sql`select purge_expired(${table}, '30 days', '90 days')` });
      slow.push(...[...reads].filter(([, rows]) => rows > most.statement).map((read) => [table, ...read]));
    }
    expect(slow).toEqual([]);
  });
});
