import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#functions/kernel/database/sql.ts";
import { readLaterState } from "#local/backup/later-state.ts";
import { replay } from "#local/backup/replay.ts";
import { readRows } from "#local/backup/rows.ts";
import { credentialTables, treatments } from "#local/backup/tables.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { findPerson } from "#local/privacy/person.ts";
import { eraseRecords } from "#local/privacy/records.ts";
import { startTestDatabase, type TestDatabase } from "../../support/database.ts";

/** The current database, and a branch from an earlier time. */
let current: TestDatabase;
let branch: TestDatabase;
beforeAll(async () => {
  [current, branch] = [await startTestDatabase(null), await startTestDatabase(null)];
});
afterAll(async () => {
  await current.close();
  await branch.close();
});

const toAddress = ({ ownerUrl, endpoint }: TestDatabase) => ({
  databaseUrl: ownerUrl,
  fetchEndpoint: endpoint,
});
const replayBranch = async () =>
  replay(toAddress(branch), await readLaterState(readRows(toAddress(current))));

async function addAccount(databases: TestDatabase[], email: string, id = randomUUID()): Promise<string> {
  for (const { asOwner } of databases) {
    await asOwner(
      "insert into accounts (id, email, password_hash, email_confirmed_at) values ($1, $2, '$argon2id$x', now())",
      [id, email],
    );
  }
  return id;
}

const move = (id: string, email: string) =>
  current.asOwner("update accounts set email = $2 where id = $1", [id, email]);

async function emailsOf(ids: string[]) {
  const rows = await branch.asOwner("select id, email from accounts where id = any ($1::uuid[])", [ids]);
  return ids.map((id) => rows.find((row) => row.id === id)?.email);
}

test("moves addresses that accounts have swapped or passed on since", async () => {
  const databases = [current, branch];
  const swappedIds = [
    await addAccount(databases, "ana@a.example"),
    await addAccount(databases, "beto@a.example"),
  ];
  const passedOnIds = [
    await addAccount(databases, "luz@a.example"),
    await addAccount(databases, "mar@a.example"),
  ];
  const [ana = "", beto = ""] = swappedIds;
  const [luz = "", mar = ""] = passedOnIds;
  await move(ana, "free@a.example");
  await move(beto, "ana@a.example");
  await move(ana, "beto@a.example");
  await move(mar, "sol@a.example");
  await move(luz, "mar@a.example");

  expect((await replayBranch()).revokedCounts.credentials).toBe(4);
  expect(await emailsOf([...swappedIds, ...passedOnIds])).toEqual([
    "beto@a.example",
    "ana@a.example",
    "mar@a.example",
    "sol@a.example",
  ]);
  expect((await replayBranch()).revokedCounts.credentials).toBe(0);
});

test("deletes the sessions, tokens, codes and mails of a branch", async () => {
  const id = await addAccount([current, branch], "eva@a.example");
  const session = randomUUID();
  for (const [statement, values] of [
    ["insert into sessions (id, account_id) values ($1, $2)", [session, id]],
    ["insert into refresh_tokens (token_hash, session_id) values (sha256('refresh'), $1)", [session]],
    [
      `insert into one_time_tokens (token_hash, account_id, purpose, email, expires_at)
       values (sha256('token'), $1, 'recovery', 'eva@a.example', now() + interval '1 hour')`,
      [id],
    ],
    ["insert into recovery_codes (code_hash, account_id) values (sha256('code'), $1)", [id]],
    [
      `insert into outgoing_mails (id, kind, payload) values ($1, 'contact_notice', '{"email": "a@example.com"}')`,
      [randomUUID()],
    ],
  ] as const) {
    await branch.asOwner(statement, [...values]);
  }
  const countStatements = credentialTables.map(
    (table) => `select '${table}' as name, count(*)::int as rows from ${table}`,
  );
  const countRows = () => branch.asOwner(countStatements.join(" union all "));
  const expectRows = (rows: number) =>
    expect.arrayContaining(credentialTables.map((name) => ({ name, rows })));
  expect(await countRows()).toEqual(expectRows(1));
  await replayBranch();
  expect(await countRows()).toEqual(expectRows(0));
});

test("deletes only rows that a restore from a backup forgets, too", () => {
  expect(credentialTables.map((table) => treatments[table])).toEqual(credentialTables.map(() => "forgotten"));
});

test("keeps a message that was joined to another conversation before its sender erased a third one", async () => {
  const email = "joi@a.example";
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const [joinedId, targetId, erasedId] = ids;
  for (const { asOwner } of [current, branch])
    await asOwner(
      "insert into contact_submissions (id, name, email, message) select id, 'Joi', $1, 'Hola' from unnest($2::uuid[]) id",
      [email, ids],
    );
  const administrator = await addAccount([current, branch], "admin@a.example");
  await current.asOwner("insert into profiles (user_id, role) values ($1, 'admin')", [administrator]);
  const { joins } = await openOperatorTransactions(toAddress(current))({
    claims: sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: administrator })}, true)`,
    joins: sql`select outcome, target from join_conversations(${joinedId}, ${targetId}, '{}')`,
  });
  expect(joins).toEqual([{ outcome: null, target: targetId }]);
  await current.asOwner("delete from contact_submissions where id = $1", [erasedId]);
  await current.asOwner(
    "insert into privacy_events (kind, asked_by, person, counts) values ('erased', 'sender', person_key($1), '{}')",
    [email],
  );
  expect((await replayBranch()).erasedCounts).toEqual({ people: 0, messages: 1, accounts: 0 });
  const rows = await branch.asOwner("select id from contact_submissions where email = $1", [email]);
  expect(rows.map(({ id }) => id).sort()).toEqual([joinedId, targetId].sort());
});

async function addReceipt(databases: TestDatabase[], hash: string | null): Promise<string> {
  const key = randomUUID();
  for (const { asOwner } of databases) {
    await asOwner(
      `insert into contact_receipts (idempotency_key, body_hash, submission_id, link_hash)
       values ($1, sha256('body'), gen_random_uuid(), sha256($2::text::bytea))`,
      [key, hash],
    );
  }
  return key;
}

test("revokes own-message links that the current database no longer has", async () => {
  const [keptKey, removedKey] = [
    await addReceipt([current, branch], "kept"),
    await addReceipt([branch], "removed"),
  ];
  const revokedKey = await addReceipt([current, branch], "revoked");
  await current.asOwner("update contact_receipts set link_hash = null where idempotency_key = $1", [
    revokedKey,
  ]);
  await replayBranch();
  const rows = await branch.asOwner(
    "select idempotency_key from contact_receipts where link_hash is not null",
  );
  expect(rows).toEqual([{ idempotency_key: keptKey }]);
  expect(
    await branch.asOwner("select from contact_receipts where idempotency_key = $1", [removedKey]),
  ).toEqual([{}]);
});

test("revokes links to conversations that the current database no longer has", async () => {
  const message = randomUUID();
  const addAnswer = async (databases: TestDatabase[], hash: string) => {
    const id = randomUUID();
    for (const { asOwner } of databases) {
      await asOwner(
        `insert into conversation_entries (id, submission_id, kind, text, language, delivery, link_hash)
         values ($1, $2, 'answer', 'Hola', 'es', 'sent', sha256($3::text::bytea))`,
        [id, message, hash],
      );
    }
    return id;
  };
  for (const { asOwner } of [current, branch]) {
    await asOwner("insert into contact_submissions (id, name, email) values ($1, 'Ana', 'ana@c.example')", [
      message,
    ]);
  }
  const keptId = await addAnswer([current, branch], "kept");
  const revokedId = await addAnswer([current, branch], "revoked");
  await addAnswer([branch], "removed");
  await current.asOwner("update conversation_entries set link_hash = null where id = $1", [revokedId]);
  await replayBranch();
  expect(await branch.asOwner("select id from conversation_entries where link_hash is not null")).toEqual([
    { id: keptId },
  ]);
});

test("closes the enrolment of a first passkey that is no longer open in the current database", async () => {
  const databases = [current, branch];
  const [openId, usedId, expiredId, currentOnlyId] = [
    await addAccount(databases, "open@a.example"),
    await addAccount(databases, "used@a.example"),
    await addAccount(databases, "over@a.example"),
    await addAccount(databases, "given@a.example"),
  ];
  const setEnrolment = ({ asOwner }: TestDatabase, id: string | undefined, duration: string) =>
    asOwner("update accounts set first_passkey_until = now() + $2::interval where id = $1", [id, duration]);
  for (const id of [openId, usedId, expiredId]) await setEnrolment(branch, id, "20 hours");
  await setEnrolment(current, openId, "20 hours");
  await setEnrolment(current, expiredId, "-1 minute");
  await setEnrolment(current, currentOnlyId, "20 hours");
  await replayBranch();
  const rows = await branch.asOwner("select id from accounts where first_passkey_until is not null");
  expect(rows).toEqual([{ id: openId }]);
});

test("deletes the audits of an account that was erased after it had changed its address", async () => {
  const erasedId = await addAccount([branch], "earlier@a.example");
  const [presentId, deletedId] = [await addAccount([current, branch], "present@a.example"), randomUUID()];
  for (const id of [erasedId, presentId, deletedId]) {
    await branch.asOwner("insert into account_events (account_id, kind) values ($1, 'signed_in')", [id]);
    await branch.asOwner(
      `insert into inbox_actions (account_id, session_id, action, submission_ids)
       values ($1, gen_random_uuid(), 'read', array[gen_random_uuid()])`,
      [id],
    );
  }
  await current.asOwner("insert into account_events (account_id, kind) values ($1, 'account_deleted')", [
    deletedId,
  ]);
  await replayBranch();
  for (const table of ["account_events", "inbox_actions"]) {
    const rows = await branch.asOwner(
      `select distinct account_id from ${table} where account_id = any ($1::uuid[])`,
      [[erasedId, presentId, deletedId]],
    );
    expect(rows.map(({ account_id }) => account_id).sort()).toEqual([presentId, deletedId].sort());
  }
});

test("deletes the verdict about an erased sender, also for an address with a tag", async () => {
  const emails = ["plain@a.example", "tagged+web@a.example", "present@a.example"];
  for (const { asOwner } of [current, branch]) {
    await asOwner(
      "insert into known_senders (sender, verdict) select sender_key(email), 'blocked' from unnest($1::text[]) email",
      [emails],
    );
  }
  for (const email of emails.slice(0, 2)) {
    await eraseRecords(toAddress(current), await findPerson(toAddress(current), email));
  }
  await replayBranch();
  const rows = await branch.asOwner(
    "select email from unnest($1::text[]) email join known_senders on sender = sender_key(email)",
    [emails],
  );
  expect(rows).toEqual([{ email: "present@a.example" }]);
});
