import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { countedMailboxes } from "../support/counted-mailboxes.ts";
import { databaseForSuite } from "./calls.ts";

const mail = { service: "mail" };

describeOnEmbedded("outgoing_mails and contact_receipts", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  signIn("admin");
  signIn("user");

  test("the removal of a synthetic message deletes its mail and no other", async () => {
    const ids = { canary: randomUUID(), contact_notice: randomUUID() };
    for (const [kind, id] of Object.entries(ids)) {
      await calls.as(mail, "insert into outgoing_mails (id, kind, payload) values ($1, $2, '{}')", [
        id,
        kind,
      ]);
      await calls.as(mail, "select remove_canary($1)", [id]);
    }
    expect(await database.asOwner("select kind from outgoing_mails")).toEqual([{ kind: "contact_notice" }]);
  });

  test.each(countedMailboxes)("limits count %s as %s, as the edge does", async (address, mailbox) => {
    expect(await calls.as(null, "select counted_mailbox($1) as mailbox", [address])).toEqual([{ mailbox }]);
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
