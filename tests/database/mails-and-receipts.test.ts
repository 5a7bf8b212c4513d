import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const mail = { service: "mail" };
const hash = createHash("sha256").update("body").digest();
const insertMail = "insert into outgoing_mails (id, kind, payload) values ($1, 'contact_notice', $2)";

describeOnEmbedded("outgoing_mails and contact_receipts", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  signIn("admin");
  signIn("user");

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

  test("alerts go to the confirmed addresses of administrators", async () => {
    const selectAddresses = "select administrators_addresses() as address";
    const [{ email } = {}] = await database.asOwner(
      "select email from accounts join profiles on user_id = id where role = 'admin'",
    );
    await database.asOwner("update accounts set email_confirmed_at = null");
    expect(await calls.as(mail, selectAddresses)).toEqual([]);
    await database.asOwner("update accounts set email_confirmed_at = now()");
    expect(await calls.as(mail, selectAddresses)).toEqual([{ address: email }]);
  });
});
