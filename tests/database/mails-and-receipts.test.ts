import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Calls, type Claims, callsOn } from "./calls.ts";

const mail = { service: "mail" };
const hash = createHash("sha256").update("body").digest();
const leaveMail = "insert into outgoing_mails (id, kind, payload) values ($1, 'contact_notice', $2)";
const leaveReceipt =
  "insert into contact_receipts (idempotency_key, body_hash, submission_id) values ($1, $2, $3)";

describeOnEmbedded("outgoing_mails and contact_receipts", (server) => {
  let database: TestDatabase;
  let calls: Calls;
  let administrator: Claims;

  beforeAll(async () => {
    database = await startTestDatabase(server);
    calls = callsOn(database);
    administrator = await calls.signIn("admin");
  });

  afterAll(() => database.close());

  test("anyone can leave a mail to be sent, and the edge's own work on mails leases and empties it", async () => {
    const id = randomUUID();
    await calls.as(null, leaveMail, [id, { name: "María José" }]);
    const lease = `update outgoing_mails set attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
      where id in (select id from outgoing_mails where sent_at is null and next_attempt_at <= now()
        for update skip locked) returning id, attempts, payload`;
    expect(await calls.as(mail, lease)).toEqual([{ id, attempts: 1, payload: { name: "María José" } }]);
    expect(await calls.as(mail, lease)).toEqual([]);
    const sent = "update outgoing_mails set sent_at = now(), payload = null where id = $1 returning payload";
    expect(await calls.as(mail, sent, [id])).toEqual([{ payload: null }]);
  });

  test("nobody else can see or change a mail", async () => {
    await calls.as(null, leaveMail, [randomUUID(), {}]);
    for (const claims of [null, administrator, { service: "auth" }]) {
      expect(await calls.as(claims, "select * from outgoing_mails")).toEqual([]);
      expect(await calls.as(claims, "update outgoing_mails set attempts = 9 returning id")).toEqual([]);
      await expect(calls.as(claims, "delete from outgoing_mails")).rejects.toMatchObject({ code: "42501" });
    }
  });

  test.each([
    "confirm_sign_up",
    "account_exists",
    "recover",
    "confirm_email_change",
    "email_changed",
    "password_changed",
    "account_deleted",
  ])("only the edge's own work on accounts can leave a mail about one (%s, 42501)", async (kind) => {
    const leave = "insert into outgoing_mails (id, kind, payload) values ($1, $2, '{}')";
    await calls.as({ service: "auth" }, leave, [randomUUID(), kind]);
    for (const claims of [null, administrator, { service: "retention" }]) {
      await expect(calls.as(claims, leave, [randomUUID(), kind])).rejects.toMatchObject({ code: "42501" });
    }
  });

  test.each(["contact_notice", "contact_acknowledgement"])(
    "anyone can leave a mail about a message (%s)",
    async (kind) => {
      const leave = "insert into outgoing_mails (id, kind, payload) values ($1, $2, '{}')";
      await calls.as(null, leave, [randomUUID(), kind]);
      await expect(calls.as({ service: "auth" }, leave, [randomUUID(), kind])).resolves.toEqual([]);
    },
  );

  test.each(["delivery_alert", "canary"])(
    "only the edge's own work on mails can leave one about them (%s, 42501)",
    async (kind) => {
      const leave = "insert into outgoing_mails (id, kind, payload) values ($1, $2, '{}')";
      await calls.as(mail, leave, [randomUUID(), kind]);
      for (const claims of [null, administrator, { service: "auth" }]) {
        await expect(calls.as(claims, leave, [randomUUID(), kind])).rejects.toMatchObject({ code: "42501" });
      }
    },
  );

  test("of a canary its mail is left, and nothing of its message; it is removed, and no other mail is", async () => {
    const [canary, other] = [randomUUID(), randomUUID()];
    await calls.as(null, leaveMail, [other, {}]);
    const totals = await database.asOwner("select unread, read, spam from inbox_totals");
    const message = { id: canary, name: "Canario", email: "c@x.example", language: "es" };
    const take = "select take_canary($1, $2, 3, 'Canario <c@x.example>')";
    for (const _ of ["first", "again"]) await calls.as(mail, take, [message, hash]);
    const left = "select kind, payload from outgoing_mails where id = $1";
    expect(await database.asOwner(left, [canary])).toEqual([
      { kind: "canary", payload: { to: "Canario <c@x.example>" } },
    ]);
    for (const table of ["contact_submissions where id", "contact_receipts where idempotency_key"]) {
      expect(await database.asOwner(`select from ${table} = $1`, [canary])).toEqual([]);
    }
    expect(
      await database.asOwner("select from outgoing_mails where payload ->> 'id' = $1", [canary]),
    ).toEqual([]);
    expect(await database.asOwner("select unread, read, spam from inbox_totals")).toEqual(totals);
    for (const id of [canary, other]) await calls.as(mail, "select remove_canary($1)", [id]);
    expect(await database.asOwner(left, [canary])).toEqual([]);
    expect(await database.asOwner(left, [other])).toHaveLength(1);
  });

  test("a mail that is given up is empty, and not sent as well (23514)", async () => {
    const id = randomUUID();
    await calls.as(null, leaveMail, [id, {}]);
    const giveUp = (rest: string) =>
      calls.as(mail, `update outgoing_mails set given_up_at = now()${rest} where id = $1`, [id]);
    await expect(giveUp("")).rejects.toMatchObject({ constraint: "outgoing_mails_payload_while_waiting" });
    await giveUp(", payload = null");
    await expect(giveUp(", sent_at = now()")).rejects.toMatchObject({
      constraint: "outgoing_mails_sent_or_given_up",
    });
  });

  test("nobody can leave a mail that is sent, tried or of an unknown kind (42501, 23514)", async () => {
    const leave = (columns: string, values: string) =>
      calls.as(null, `insert into outgoing_mails (id, ${columns}) values ($1, ${values})`, [randomUUID()]);
    await expect(leave("kind, sent_at", "'contact_notice', now()")).rejects.toMatchObject({ code: "42501" });
    await expect(leave("kind, payload, attempts", "'contact_notice', '{}', 1")).rejects.toMatchObject({
      code: "42501",
    });
    await expect(leave("kind, payload", "'anything', '{}'")).rejects.toMatchObject({ code: "42501" });
    const unknown = calls.as(
      { service: "auth" },
      "insert into outgoing_mails (id, kind, payload) values ($1, 'anything', '{}')",
      [randomUUID()],
    );
    await expect(unknown).rejects.toMatchObject({ code: "23514" });
  });

  test("a mail has its payload exactly until it is sent (23514)", async () => {
    const refused = { code: "23514", constraint: "outgoing_mails_payload_while_waiting" };
    await expect(calls.as(null, leaveMail, [randomUUID(), null])).rejects.toMatchObject(refused);
    const kept = "update outgoing_mails set sent_at = now() where sent_at is null";
    await expect(calls.as(mail, kept)).rejects.toMatchObject(refused);
  });

  test("anyone can leave a receipt once and ask for it again (23505)", async () => {
    const [key, submission] = [randomUUID(), randomUUID()];
    await calls.as(null, leaveReceipt, [key, hash, submission]);
    await expect(calls.as(null, leaveReceipt, [key, hash, randomUUID()])).rejects.toMatchObject({
      code: "23505",
    });
    const again = "select body_hash, submission_id from contact_receipts where idempotency_key = $1";
    expect(await calls.as(null, again, [key])).toEqual([{ body_hash: hash, submission_id: submission }]);
  });

  test("nobody at the edge can change or delete a receipt (42501)", async () => {
    for (const claims of [null, administrator, mail]) {
      await expect(
        calls.as(claims, "update contact_receipts set submission_id = $1", [randomUUID()]),
      ).rejects.toMatchObject({ code: "42501" });
      await expect(calls.as(claims, "delete from contact_receipts")).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("a receipt keeps a hash, not a body (23514)", async () => {
    const body = [randomUUID(), Buffer.from("name=María"), randomUUID()];
    await expect(calls.as(null, leaveReceipt, body)).rejects.toMatchObject({
      code: "23514",
      constraint: "contact_receipts_hash_sha256",
    });
  });
});
