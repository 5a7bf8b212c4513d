import { describe, expect, test } from "vitest";
import { preparePrivacyCommand, toHash } from "../../support/privacy-command.ts";

const {
  privacy,
  leave: addPerson,
  everything: dumpTables,
  leaveFile,
  leaveMails,
  leaveSentMail,
  leaveWaitingFile,
  spool,
  asOwner,
} = preparePrivacyCommand();

describe("npm run privacy -- erase", () => {
  test("erases every text, id and hash of the person, and no data of other people", async () => {
    const otherPerson = await addPerson("luz");
    const bystanders = await dumpTables(["privacy_events", "inbox_totals", "account_events"]);
    const { email, ids, keys } = await addPerson("berta");
    const { code, output } = await privacy(["erase", email]);
    expect([code, output]).toEqual([0, expect.stringContaining(`What was kept of ${email} is erased:`)]);
    for (const table of [
      "accounts",
      "sessions",
      "contact_submissions",
      "account_events",
      "waiting_messages",
    ]) {
      expect(output).toContain(`  ${table}  1`);
    }
    const remainingText = await dumpTables(["privacy_events", "contact_receipts"]);
    for (const trace of ["berta", "BERTA", ...ids, ...keys]) expect(remainingText).not.toContain(trace);
    expect(remainingText).toContain(otherPerson.email);
    const [receipts] = await asOwner("select count(*)::int as count from contact_receipts");
    expect(receipts).toEqual({ count: 2 });
    const bystandersAfter = await dumpTables(["privacy_events", "inbox_totals", "account_events"]);
    for (const row of bystanders.split("\n")) expect(bystandersAfter).toContain(row);
    expect([...spool.values()].join()).not.toContain("berta");
    expect(spool.size).toBe(1);
  });

  test("erases the words of a participant in another person's conversation, and none of the others", async () => {
    const { message: submissionId, email: customer } = await addPerson("luz");
    const bystanders = await dumpTables(["privacy_events", "inbox_totals", "submission_texts"]);
    const participant = "socia@otra.example";
    await leaveMails(submissionId, participant, "palabras de la socia");
    const readSearchTexts = async () => JSON.stringify(await asOwner("select folded from submission_texts"));
    expect(await readSearchTexts()).toContain("socia");
    const { output } = await privacy(["erase", participant.toUpperCase()]);
    for (const count of [
      "conversation_entries  2",
      "attachments  2",
      "conversation_participants  1",
      "outgoing_mails  1",
    ])
      expect(output).toContain(`  ${count}`);
    const remainingText = await dumpTables(["privacy_events"]);
    for (const trace of ["socia", toHash(participant)]) expect(remainingText).not.toContain(trace);
    const bystandersAfter = await dumpTables();
    for (const row of bystanders.split("\n").filter((row) => !row.startsWith("contact_submissions ")))
      expect(bystandersAfter).toContain(row);
    expect(await readSearchTexts()).toContain("luz");
    const message = await asOwner("select from contact_submissions where lower(email) = $1", [customer]);
    expect(message).toHaveLength(1);
  });

  test("deletes the files of messages in the spool, and none that another person's message has", async () => {
    const { message } = await addPerson("luz");
    const otherId = await leaveFile(message, "foto.jpg", Buffer.from("photo"));
    const email = "berta@cliente.example";
    const ids = [leaveWaitingFile(email, "plano.pdf"), leaveWaitingFile(email, "casa.pdf")];
    leaveWaitingFile(email, "foto.jpg", otherId);
    await asOwner("delete from removed_attachments");
    expect((await privacy(["erase", email])).output).toContain("  waiting_messages  3");
    const removedFiles = await asOwner("select id from removed_attachments");
    expect(removedFiles.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test("takes the person from sent mails", async () => {
    const { email } = await addPerson("berta");
    await leaveSentMail(email);
    expect((await privacy(["erase", email])).output).toContain("  outgoing_mails  2");
    expect(
      await asOwner("select from outgoing_mails where submission_id is not null or payload is not null"),
    ).toEqual([]);
  });

  test("finds nothing the second time, and adds nothing to the audit", async () => {
    const { email } = await addPerson("caro");
    await privacy(["erase", email]);
    const events = () =>
      asOwner(
        "select kind, counts from privacy_events where asked_by = 'operator' and person = person_key($1) order by created_at",
        [email],
      );
    expect(await events()).toMatchObject([
      { kind: "erasure_started", counts: {} },
      { kind: "erased", counts: { accounts: 1, sessions: 1, waiting_messages: 1 } },
    ]);
    expect(await privacy(["erase", email])).toEqual({ code: 0, output: `Nothing is kept of ${email}.` });
    expect(await events()).toHaveLength(2);
  });

  test("leaves its receipt and every row if one part fails, and is finished by the next run", async () => {
    const { email } = await addPerson("dora");
    const tablesBefore = await dumpTables(["privacy_events"]);
    await asOwner(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await asOwner(
      "create trigger fails before delete on known_senders for each row execute function fails()",
    );
    expect((await privacy(["erase", email])).code).toBe(1);
    expect(await dumpTables(["privacy_events"])).toBe(tablesBefore);
    const listKinds = async () => {
      const rows = await asOwner(
        "select kind from privacy_events where asked_by = 'operator' and person = person_key($1) order by created_at",
        [email],
      );
      return rows.map(({ kind }) => kind);
    };
    expect(await listKinds()).toEqual(["erasure_started"]);
    await asOwner("drop function fails cascade");
    expect(await privacy(["erase", email])).toEqual({
      code: 0,
      output: expect.stringMatching(/^This finishes the erasure of \d{4}-.*Z, which was interrupted\.\n/),
    });
    expect(await listKinds()).toEqual(["erasure_started", "erased"]);
  });

  test("finishes an erasure that stopped after the spool was empty, and says so only once", async () => {
    const email = "gala@cliente.example";
    await asOwner(
      "insert into privacy_events (kind, asked_by, person, counts) values ('erasure_started', 'operator', person_key($1), '{}')",
      [email],
    );
    const outputs = [await privacy(["erase", email]), await privacy(["erase", email])].map(
      ({ output }) => output,
    );
    expect(outputs).toEqual([
      expect.stringMatching(/^This finishes the erasure of .*\nNothing is kept of gala@cliente\.example\.$/),
      `Nothing is kept of ${email}.`,
    ]);
  });

  test.each([
    [false, "is an administrator, and nothing was erased"],
    [true, "is the only administrator, and nothing was erased: make someone else one"],
  ])("rejects an administrator (the only one: %s) until the role is revoked", async (isOnlyOne, sentence) => {
    const { email } = await addPerson("eva");
    await addPerson("otra");
    await asOwner(`update profiles set role = 'admin'
      where user_id in (select id from accounts where email = 'eva@cliente.example' or not ${isOnlyOne})`);
    const tablesBefore = await dumpTables();
    const refusal = await privacy(["erase", email]);
    expect([refusal.code, refusal.output]).toEqual([1, expect.stringContaining(`${email} ${sentence}`)]);
    expect(refusal.output.split("\n")).toHaveLength(1);
    expect(await dumpTables()).toBe(tablesBefore);
    expect(spool.size).toBe(2);
    await asOwner("update profiles set role = 'user'");
    expect((await privacy(["erase", email])).code).toBe(0);
  });

  test("no other statement changes the audit tables", async () => {
    await addPerson("flor");
    await expect(asOwner("delete from account_events")).rejects.toMatchObject({ code: "23001" });
    await expect(asOwner("update privacy_events set counts = '{}'")).rejects.toMatchObject({
      code: "23001",
    });
    await expect(asOwner("delete from privacy_events")).rejects.toMatchObject({ code: "23001" });
  });
});

describe("a failure is reported in one sentence", () => {
  test.each([
    [["erase", "nobody"], {}, "nobody is no email address."],
    [["erase", "a@b.example"], { CLOUDFLARE_API_TOKEN: "" }, "CLOUDFLARE_API_TOKEN are not set"],
    [["erase", "a@b.example"], { CLOUDFLARE_API_TOKEN: "x" }, "Cloudflare's KV answers 401"],
  ])("%j %j", async (args, changes, sentence) => {
    const { code, output } = await privacy(args, changes);
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
    expect(output.split("\n")).toHaveLength(1);
  });
});
