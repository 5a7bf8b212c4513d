import { describe, expect, test } from "vitest";
import { preparePrivacyCommand } from "../../support/privacy-command.ts";

const { privacy, leave, everything, spool, asOwner } = preparePrivacyCommand();

describe("npm run privacy -- erase", () => {
  test("erases every text, id and hash of the person, and no data of other people", async () => {
    const another = await leave("luz");
    const bystanders = await everything(["privacy_events", "inbox_totals", "account_events"]);
    const { email, ids, keys } = await leave("berta");
    const { code, output } = await privacy(["erase", email]);
    expect([code, output]).toEqual([0, expect.stringContaining(`What was kept of ${email} is erased:`)]);
    for (const place of [
      "accounts",
      "sessions",
      "contact_submissions",
      "account_events",
      "waiting_messages",
    ]) {
      expect(output).toContain(`  ${place}  1`);
    }
    const left = await everything(["privacy_events", "contact_receipts"]);
    for (const trace of ["berta", "BERTA", ...ids, ...keys]) expect(left).not.toContain(trace);
    expect(left).toContain(another.email);
    const [receipts] = await asOwner("select count(*)::int as count from contact_receipts");
    expect(receipts).toEqual({ count: 2 });
    const after = await everything(["privacy_events", "inbox_totals", "account_events"]);
    for (const row of bystanders.split("\n")) expect(after).toContain(row);
    expect([...spool.values()].join()).not.toContain("berta");
    expect(spool.size).toBe(1);
  });

  test("finds nothing the second time, and adds nothing to the audit", async () => {
    const { email } = await leave("caro");
    await privacy(["erase", email]);
    const events = () =>
      asOwner(
        "select kind, counts from privacy_events where asked_by = 'operator' and person = sender_key($1)",
        [email],
      );
    expect(await events()).toMatchObject([{ kind: "erased", counts: { accounts: 1, sessions: 1 } }]);
    expect(await privacy(["erase", email])).toEqual({ code: 0, output: `Nothing is kept of ${email}.` });
    expect(await events()).toHaveLength(1);
  });

  test("erases nothing if one part fails", async () => {
    const { email } = await leave("dora");
    const before = await everything();
    await asOwner(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await asOwner(
      "create trigger fails before delete on known_senders for each row execute function fails()",
    );
    expect((await privacy(["erase", email])).code).toBe(1);
    expect(await everything()).toBe(before);
    await asOwner("drop function fails cascade");
    expect((await privacy(["erase", email])).code).toBe(0);
  });

  test.each([
    [false, "is an administrator, and nothing was erased"],
    [true, "is the only administrator, and nothing was erased: make someone else one"],
  ])("rejects an administrator (the only one: %s) until the role is revoked", async (only, sentence) => {
    const { email } = await leave("eva");
    await leave("otra");
    await asOwner(`update profiles set role = 'admin'
      where user_id in (select id from accounts where email = 'eva@cliente.example' or not ${only})`);
    const before = await everything();
    const refused = await privacy(["erase", email]);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(`${email} ${sentence}`)]);
    expect(refused.output.split("\n")).toHaveLength(1);
    expect(await everything()).toBe(before);
    expect(spool.size).toBe(2);
    await asOwner("update profiles set role = 'user'");
    expect((await privacy(["erase", email])).code).toBe(0);
  });

  test("no other statement changes the audit tables", async () => {
    await leave("flor");
    await expect(asOwner("delete from account_events")).rejects.toMatchObject({ code: "23001" });
    await expect(asOwner("update privacy_events set counts = '{}'")).rejects.toMatchObject({
      code: "23001",
    });
    await expect(asOwner("delete from privacy_events")).rejects.toMatchObject({ code: "23001" });
  });
});
