import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { countedMailboxes } from "../support/counted-mailboxes.ts";
import { databaseForSuite } from "./calls.ts";

const mail = { service: "mail" };

describeOnOneEngine("outgoing_mails and contact_receipts", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  signIn("admin");
  signIn("user");

  test("the removal of a synthetic message deletes its mail and no other", async () => {
    const ids = { canary: randomUUID(), contact_notice: randomUUID() };
    for (const [kind, id] of Object.entries(ids)) {
      await database.asOwner("insert into outgoing_mails (id, kind, payload) values ($1, $2, '{}')", [
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

  // Limits and verdicts cover a mailbox, because a tag costs nothing. Rights and erasures cover one address: at some
  // providers `ana+1@` belongs to another person, who would get a role or lose data.
  test.each([
    ["the limits of messages, mails and attempts", "counted_mailbox($1) = counted_mailbox($2)", true],
    ["blocks and trust of senders", "sender_key($1) = sender_key($2)", true],
    ["exports and erasures", "person_key($1) = person_key($2)", false],
    ["accounts, roles and invitations", "exists (select from accounts where email = $1 and $2 <> '')", false],
  ])("compares an address with a tag and its mailbox for %s", async (_, comparison, isOneMailbox) => {
    const [mailbox, tagged] = ["ana@tagged.example", "ana+1@tagged.example"];
    await database.asOwner(
      "insert into accounts (id, email) values (gen_random_uuid(), $1) on conflict do nothing",
      [mailbox],
    );
    const [row] = await database.asOwner(`select ${comparison} as same`, [tagged, mailbox]);
    expect(row).toEqual({ same: isOneMailbox });
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
