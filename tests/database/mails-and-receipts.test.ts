import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const mail = { service: "mail" };
const hash = createHash("sha256").update("body").digest();
const insertMail = "insert into outgoing_mails (id, kind, payload) values ($1, 'contact_notice', $2)";
const insertReceipt =
  "insert into contact_receipts (idempotency_key, body_hash, submission_id) values ($1, $2, $3)";

describeOnEmbedded("outgoing_mails and contact_receipts", (server) => {
  const { database, calls } = databaseForSuite(server);

  test("a synthetic message leaves only its mail, and its removal deletes no other mail", async () => {
    const [canary, otherMail] = [randomUUID(), randomUUID()];
    await calls.as(null, insertMail, [otherMail, {}]);
    const totals = await database.asOwner("select unread, read, spam from inbox_totals");
    const message = { id: canary, name: "Canario", email: "c@x.example", language: "es" };
    const takeCanary = "select take_canary($1, $2, 3, 'Canario <c@x.example>')";
    for (const _ of ["first", "again"]) await calls.as(mail, takeCanary, [message, hash]);
    const selectMail = "select kind, payload from outgoing_mails where id = $1";
    expect(await database.asOwner(selectMail, [canary])).toEqual([
      { kind: "canary", payload: { to: "Canario <c@x.example>" } },
    ]);
    for (const table of ["contact_submissions where id", "contact_receipts where idempotency_key"]) {
      expect(await database.asOwner(`select from ${table} = $1`, [canary])).toEqual([]);
    }
    expect(
      await database.asOwner("select from outgoing_mails where payload ->> 'id' = $1", [canary]),
    ).toEqual([]);
    expect(await database.asOwner("select unread, read, spam from inbox_totals")).toEqual(totals);
    for (const id of [canary, otherMail]) await calls.as(mail, "select remove_canary($1)", [id]);
    expect(await database.asOwner(selectMail, [canary])).toEqual([]);
    expect(await database.asOwner(selectMail, [otherMail])).toHaveLength(1);
  });

  test("a mail that was given up has no payload and is not sent (23514)", async () => {
    const id = randomUUID();
    await calls.as(null, insertMail, [id, {}]);
    const giveUp = (assignments: string) =>
      calls.as(mail, `update outgoing_mails set given_up_at = now()${assignments} where id = $1`, [id]);
    await expect(giveUp("")).rejects.toMatchObject({ constraint: "outgoing_mails_payload_while_waiting" });
    await giveUp(", payload = null");
    await expect(giveUp(", sent_at = now()")).rejects.toMatchObject({
      constraint: "outgoing_mails_sent_or_given_up",
    });
  });

  test("rejects a mail of an unknown kind (23514)", async () => {
    const insertUnknownKind = "insert into outgoing_mails (id, kind, payload) values ($1, 'anything', '{}')";
    await expect(calls.as({ service: "auth" }, insertUnknownKind, [randomUUID()])).rejects.toMatchObject({
      code: "23514",
    });
  });

  test("a mail has a payload exactly until it is sent (23514)", async () => {
    const payloadError = { code: "23514", constraint: "outgoing_mails_payload_while_waiting" };
    await expect(calls.as(null, insertMail, [randomUUID(), null])).rejects.toMatchObject(payloadError);
    const markSent = "update outgoing_mails set sent_at = now() where sent_at is null";
    await expect(calls.as(mail, markSent)).rejects.toMatchObject(payloadError);
  });

  test("any caller can insert a receipt once and read it (23505)", async () => {
    const [key, submission] = [randomUUID(), randomUUID()];
    await calls.as(null, insertReceipt, [key, hash, submission]);
    await expect(calls.as(null, insertReceipt, [key, hash, randomUUID()])).rejects.toMatchObject({
      code: "23505",
    });
    const selectReceipt = "select body_hash, submission_id from contact_receipts where idempotency_key = $1";
    expect(await calls.as(null, selectReceipt, [key])).toEqual([
      { body_hash: hash, submission_id: submission },
    ]);
  });

  test("a receipt holds a hash, not a body (23514)", async () => {
    const body = [randomUUID(), Buffer.from("name=María"), randomUUID()];
    await expect(calls.as(null, insertReceipt, body)).rejects.toMatchObject({
      code: "23514",
      constraint: "contact_receipts_hash_sha256",
    });
  });
});
