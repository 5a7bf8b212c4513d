import { beforeEach, describe, expect, test } from "vitest";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { deriveOneTimeToken } from "#functions/kernel/crypto/links.ts";
import type { AccountMail } from "#functions/mail/outgoing-mail.ts";
import { startSchedule } from "#local/cron/cron.ts";
import { createTokenMail, startScheduled } from "../support/scheduled.ts";
import { startForSuite } from "../support/suite.ts";

const scheduled = startForSuite(startScheduled);
beforeEach(() => scheduled.database.asOwner("truncate outgoing_mails"));

const findMail = async () => (await scheduled.database.asOwner("select * from outgoing_mails"))[0];
const listArrived = ({ payload }: AccountMail) => scheduled.mailbox.listTo(payload.to);

describe("a mail that waits", () => {
  test("is sent with the link and the code, which its row does not hold, and the row is emptied", async () => {
    const mail = createTokenMail();
    await scheduled.insertMail(mail);
    const keys = await parseSigningKeys(JSON.stringify({ keys: [scheduled.signingKey] }));
    const { token, code } = await deriveOneTimeToken(keys.signing.oneTimeSecret, mail.payload.token_id);
    const storedRow = JSON.stringify(await findMail());
    expect(storedRow).toContain(mail.payload.token_id);
    expect(storedRow).not.toContain(token);
    expect(storedRow).not.toContain(code);

    await scheduled.fire();
    const messages = await listArrived(mail);
    expect(messages).toMatchObject([{ from: "Guaria Digital <web@guaria.example>", to: [mail.payload.to] }]);
    expect(messages[0]?.text).toContain(`#token_hash=${token}&type=recovery\n`);
    expect(messages[0]?.text).toContain(`\n${code}\n`);
    expect(await findMail()).toMatchObject({ payload: null, sent_at: expect.any(Date), given_up_at: null });
    expect(scheduled.log()).not.toContain(token);
  });

  test("is tried again when the provider was away, later each time, and arrives once", async () => {
    const mail = createTokenMail();
    await scheduled.insertMail(mail);
    await scheduled.mailbox.stop();
    for (const delaySeconds of [20, 40, 80]) {
      const [{ now } = {}] = await scheduled.database.asOwner("select now()::text as now");
      await scheduled.fire();
      const retries = await scheduled.database.asOwner(
        `select next_attempt_at between $1::timestamptz + make_interval(secs => $2) and now() + make_interval(secs => $2)
           as "isDelayed" from outgoing_mails`,
        [now, delaySeconds],
      );
      expect(retries, `${delaySeconds} s`).toEqual([{ isDelayed: true }]);
      await scheduled.makeMailsDue();
    }
    await scheduled.mailbox.start();
    await expect.poll(() => scheduled.log()).toContain('"event":"mail_not_sent"');
    await scheduled.fire();
    await scheduled.makeMailsDue();
    await scheduled.fire();
    expect(await listArrived(mail)).toHaveLength(1);
    expect(await findMail()).toMatchObject({ attempts: 4, payload: null, sent_at: expect.any(Date) });
  });

  test("arrives once when the provider's answer was lost", async () => {
    const mail = createTokenMail();
    await scheduled.insertMail(mail);
    const callsBefore = scheduled.provider.keys.length;
    scheduled.provider.loseAnswers(true);
    await scheduled.fire();
    scheduled.provider.loseAnswers(false);
    expect(await findMail()).toMatchObject({ sent_at: null });
    await scheduled.makeMailsDue();
    await scheduled.fire();
    const id = (await findMail())?.id;
    expect(scheduled.provider.keys.slice(callsBefore)).toEqual([id, id]);
    expect(await listArrived(mail)).toHaveLength(1);
    expect(await findMail()).toMatchObject({ sent_at: expect.any(Date) });
  });

  test("arrives once during concurrent runs", async () => {
    const mails = Array.from({ length: 12 }, () => createTokenMail());
    for (const mail of mails) await scheduled.insertMail(mail);
    const callsBefore = scheduled.provider.keys.length;
    await Promise.all([scheduled.fire(), scheduled.fire(), scheduled.fire()]);
    expect(scheduled.provider.keys.length - callsBefore).toBe(12);
    for (const mail of mails) expect(await listArrived(mail)).toHaveLength(1);
  });

  test("with an invalid payload is logged and retried, and delays no other mail", async () => {
    await scheduled.database.asOwner(
      `insert into outgoing_mails (id, kind, payload, next_attempt_at)
       values (gen_random_uuid(), 'email_changed', '{"to": "rara@cliente.example", "language": "es"}', now() - interval '1 minute')`,
    );
    const mails = Array.from({ length: 6 }, () => createTokenMail());
    for (const mail of mails) await scheduled.insertMail(mail);
    await scheduled.fire();
    for (const mail of mails) expect(await listArrived(mail)).toHaveLength(1);

    const [waitingMail] = await scheduled.database.asOwner(
      "select * from outgoing_mails where sent_at is null",
    );
    expect(waitingMail).toMatchObject({ kind: "email_changed", attempts: 1, given_up_at: null });
    expect(Number(waitingMail?.next_attempt_at)).toBeGreaterThan(Date.now());
    const findLine = () =>
      scheduled
        .log()
        .split("\n")
        .find((line) => line.includes(`"${waitingMail?.id}"`));
    await expect.poll(findLine).toBeDefined();
    expect(JSON.parse(findLine() ?? "null")).toMatchObject({
      event: "mail_not_sent",
      fault: expect.stringContaining("A mail of kind email_changed waits in another shape"),
      cause: expect.stringContaining("payload.new_email"),
    });
    expect((await scheduled.mailbox.messages()).flatMap(({ to }) => to)).not.toContain(
      "rara@cliente.example",
    );
    expect(scheduled.log()).not.toContain("rara@cliente.example");
  });

  test.each([
    ["its token has expired", createTokenMail(-1)],
    [
      "a day has passed",
      { kind: "account_exists", payload: { to: "tarde@cliente.example", language: "es" } },
    ],
  ] as [string, AccountMail][])("is given up, emptied and logged once %s", async (_, mail) => {
    await scheduled.insertMail(mail);
    if (mail.kind === "account_exists") {
      const [{ hours } = {}] = await scheduled.database.asOwner(
        "select extract(epoch from give_up_at - created_at) / 3600 as hours from outgoing_mails",
      );
      expect(Number(hours)).toBe(24);
      await scheduled.database.asOwner("update outgoing_mails set give_up_at = now() - interval '1 second'");
    }
    await scheduled.fire();
    await scheduled.makeMailsDue();
    await scheduled.fire();
    expect(await listArrived(mail)).toEqual([]);
    const givenUpMail = await findMail();
    expect(givenUpMail).toMatchObject({ payload: null, sent_at: null, given_up_at: expect.any(Date) });
    await expect
      .poll(() => scheduled.log().split(`"event":"mail_given_up","id":"${givenUpMail?.id}"`))
      .toHaveLength(2);
    expect(scheduled.log()).not.toContain(mail.payload.to);
  });
});

describe("the purge", () => {
  const insertExpiredRows = () =>
    scheduled.database.asOwner(
      `insert into attempt_limits (key, failures, ends_at)
       select sha256(n::text::bytea), 1, now() - interval '1 hour' from generate_series(1, 450) n`,
    );
  const countRows = async () =>
    (await scheduled.database.asOwner("select count(*)::int as n from attempt_limits"))[0]?.n;

  test("removes all expired rows, and runs again after an hour at the earliest", async () => {
    await insertExpiredRows();
    await scheduled.fire();
    expect(await countRows()).toBe(0);
    await expect.poll(() => scheduled.log()).toMatch(/"event":"purged".*"attempt_limits":450/);
    await insertExpiredRows();
    const mail = createTokenMail();
    await scheduled.insertMail(mail);
    // No call of the edge has set the mark, so the run does not query the database.
    await scheduled.tick();
    expect(await countRows()).toBe(450);
    expect(await listArrived(mail)).toEqual([]);
    await scheduled.fire();
    expect(await countRows()).toBe(0);
    expect(await listArrived(mail)).toHaveLength(1);
  });

  test("continues with the other tables when one fails, and names that table", async () => {
    await insertExpiredRows();
    await scheduled.database.asOwner(
      "insert into content_hooks (signature_hash, taken_at) select sha256('x'), now() - interval '25 hours'",
    );
    await scheduled.database.asOwner(
      "create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$",
    );
    await scheduled.database.asOwner(
      "create trigger fail before delete on attempt_limits for each row execute function fail()",
    );
    await scheduled.fire();
    expect(await countRows()).toBe(450);
    expect(await scheduled.database.asOwner("select from content_hooks")).toEqual([]);
    await expect.poll(() => scheduled.log()).toMatch(/"event":"not_purged","table":"attempt_limits"/);
    await scheduled.database.asOwner("drop trigger fail on attempt_limits");
    await scheduled.fire();
    expect(await countRows()).toBe(0);
  });

  test("is logged and retried when the database is away", async () => {
    await scheduled.database.stop();
    try {
      const { outcome } = await scheduled.fire();
      expect(outcome).toBe("ok");
    } finally {
      await scheduled.database.start();
    }
    await expect.poll(() => scheduled.log()).toContain('"event":"not_purged"');
    await expect.poll(() => scheduled.log()).toContain('"event":"mails_not_leased"');
  });
});

test("the local schedule runs by itself and reports its health", async () => {
  const mail = createTokenMail();
  await scheduled.insertMail(mail);
  const schedule = await startSchedule({
    port: 0,
    directory: scheduled.bundle,
    bindings: scheduled.bindings,
    spool: scheduled.spool,
    buckets: scheduled.buckets,
  });
  try {
    expect((await fetch(`http://localhost:${schedule.port}/health`)).status).toBe(200);
    await expect.poll(() => listArrived(mail)).toHaveLength(1);
  } finally {
    await schedule.close();
  }
  await expect(fetch(`http://localhost:${schedule.port}/health`)).rejects.toThrow();
});

test("the local schedule is unhealthy when it cannot work", async () => {
  const { AUTH_KEYS: _, ...incomplete } = scheduled.bindings;
  const schedule = await startSchedule({
    port: 0,
    directory: scheduled.bundle,
    bindings: incomplete,
    spool: scheduled.spool,
    buckets: scheduled.buckets,
  });
  try {
    const health = async () => (await fetch(`http://localhost:${schedule.port}/health`)).status;
    await expect.poll(health).toBe(503);
  } finally {
    await schedule.close();
  }
});
