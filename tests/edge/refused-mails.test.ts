import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unscreened } from "#functions/contact/screening.ts";
import { storeSubmission } from "#functions/contact/store.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createRejection, createTokenMail, startScheduled } from "../support/scheduled.ts";
import { createSigningKey } from "../support/signing-key.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const scheduled = startForSuite(startScheduled);
beforeEach(() => scheduled.database.asOwner("truncate outgoing_mails, mail_alerts"));
afterEach(() => scheduled.provider.refuse(() => null));

const keys = await parseSigningKeys(JSON.stringify({ keys: [await createSigningKey("first")] }));
const company = "hola@guaria.example";

/** Inserts a message as the contact form does. Returns its sender's address, which is unique by default. */
async function leaveMessage(senderAddress?: string): Promise<string> {
  const id = randomUUID();
  const email = senderAddress ?? `${id}@cliente.example`;
  const message = v.parse(contactInput, { name: "Ana", email, message: "Hola" });
  const screening = { ...unscreened, answer: [] };
  const bodyHash = "0".repeat(64);
  await storeSubmission(scheduled.edgeDatabase, keys, {
    id,
    key: id,
    bodyHash,
    message,
    files: [],
    screening,
  });
  return email;
}
const leaveRecovery = () => scheduled.insertMail(createTokenMail());
const listMails = () => scheduled.database.asOwner("select * from outgoing_mails order by kind");
const listAlerts = () => scheduled.database.asOwner("select kind, subject, occurrences from mail_alerts");
const listSubjects = async () =>
  (await scheduled.mailbox.messages()).map(({ subject }) => subject as string).reverse();

describe("an automatic mail", () => {
  test("is marked as automatic, regardless of its subject (RFC 3834)", async () => {
    const email = await leaveMessage();
    const recoveryAddress = await leaveRecovery();
    const mailsBefore = (await scheduled.mailbox.messages()).length;
    await scheduled.fire();
    const generated = { headers: { "Auto-Submitted": "auto-generated" } };
    expect(await scheduled.mailbox.listTo(recoveryAddress)).toMatchObject([generated]);
    expect(await scheduled.mailbox.listTo(email)).toMatchObject([
      { reply_to: [company], headers: { "Auto-Submitted": "auto-replied" } },
    ]);
    const [notice] = await scheduled.mailbox.listTo(company);
    expect(notice).toMatchObject(generated);
    expect(await scheduled.mailbox.messages()).toHaveLength(mailsBefore + 3);
  });
});

describe("a message from an address of the company", () => {
  const administrator = "Otra.Persona@cliente.example";
  beforeAll(async () => {
    await scheduled.redeploy({
      MAIL_FROM: "Guaria Digital <web@guaria.example>",
      CONTACT_ALERT_TO: "Avisos <avisos+web@agencia.example>",
    });
    await scheduled.database.asOwner(
      `with account as (
        insert into accounts (id, email, password_hash, email_confirmed_at)
        values (gen_random_uuid(), lower($1), '$argon2id$x', now()) returning id
      ) insert into profiles (user_id, role) select id, 'admin' from account`,
      [administrator],
    );
  });
  afterAll(async () => {
    await scheduled.database.asOwner("delete from accounts where email = lower($1)", [administrator]);
    await scheduled.redeploy({});
  });

  test.each(
    selectCases(
      [
        ...[company, "HOLA@guaria.example", "web@guaria.example", "avisos@agencia.example", administrator],
        ...["hola+ventas@guaria.example", "Avisos+2@agencia.example", "otra.persona+web@cliente.example"],
        "ventas@Guaria.example",
      ],
      4,
    ),
  )("gets no acknowledgement, and the company gets a notice: %s", async (senderAddress) => {
    await leaveMessage(senderAddress);
    await scheduled.fire();
    expect(await listMails()).toMatchObject([
      { kind: "contact_acknowledgement", payload: null, sent_at: null, given_up_at: expect.any(Date) },
      { kind: "contact_notice", sent_at: expect.any(Date) },
    ]);
  });

  test("differs from a message of the alert agency or of the same public mail provider", async () => {
    await scheduled.redeploy({
      CONTACT_NOTIFY_TO: "guaria@gmail.com",
      CONTACT_ALERT_TO: "Avisos <avisos@agencia.example>",
    });
    const senders = ["ana@gmail.com", "ana@agencia.example", "ana@ventas.guaria.example"];
    for (const from of senders) await leaveMessage(from);
    await scheduled.fire();
    for (const from of senders) expect(await scheduled.mailbox.listTo(from)).toHaveLength(1);
  });
});

test("mails about messages never delay mails about accounts", async () => {
  for (let count = 0; count < 6; count++) await leaveMessage();
  const recoveryAddress = await leaveRecovery();
  await scheduled.database.asOwner(
    "update outgoing_mails set next_attempt_at = now() - interval '1 hour' where kind <> 'recover'",
  );
  const mailsBefore = (await listSubjects()).length;
  // The other mails fail, so the run has only one round.
  scheduled.provider.refuse((mail) =>
    mail.to.includes(recoveryAddress) ? null : createRejection(500, "application_error"),
  );
  await scheduled.fire();
  expect((await listSubjects()).slice(mailsBefore)).toEqual([expect.stringContaining("contraseña")]);
});

describe("a mail that the provider rejects permanently", () => {
  const refuseNotices = () =>
    scheduled.provider.refuse((mail) =>
      mail.to.includes(company) ? createRejection(422, "validation_error") : null,
    );

  test("is delayed for a day and then retried once", async () => {
    await leaveMessage();
    refuseNotices();
    await scheduled.fire();
    const [, notice] = await listMails();
    const [{ hours } = {}] = await scheduled.database.asOwner(
      "select extract(epoch from next_attempt_at - now()) / 3600 as hours, give_up_at > next_attempt_at as waits from outgoing_mails where kind = 'contact_notice'",
    );
    expect(notice).toMatchObject({ attempts: 1, sent_at: null, given_up_at: null });
    expect(Number(hours)).toBeGreaterThan(23.9);
    expect(Number(hours)).toBeLessThanOrEqual(24);
    const callCount = scheduled.provider.keys.length;
    await scheduled.fire();
    expect(scheduled.provider.keys.length).toBe(callCount);

    scheduled.provider.refuse(() => null);
    await scheduled.makeMailsDue();
    await scheduled.fire();
    expect(await listMails()).toMatchObject([{ sent_at: expect.any(Date) }, { sent_at: expect.any(Date) }]);
  });

  test("delays no other mail, and raises one alert without the provider's text", async () => {
    const senders = [];
    for (let count = 0; count < 7; count++) senders.push(await leaveMessage());
    refuseNotices();
    await scheduled.fire();
    for (const sender of senders) expect(await scheduled.mailbox.listTo(sender)).toHaveLength(1);
    expect(await listAlerts()).toEqual([
      { kind: "mail_refused", subject: "validation_error", occurrences: 7 },
    ]);
    await expect.poll(() => scheduled.log()).toContain('"event":"mail_not_sent"');
    expect(scheduled.log()).not.toContain("the provider's own");
  });

  test("raises no alert if any visitor may have entered the address", async () => {
    const email = await leaveMessage();
    scheduled.provider.refuse((mail) =>
      mail.to.includes(email) ? createRejection(422, "validation_error") : null,
    );
    await scheduled.fire();
    expect(await listMails()).toMatchObject([{ attempts: 1, sent_at: null }, { sent_at: expect.any(Date) }]);
    expect(await listAlerts()).toEqual([]);
  });

  test("is undelivered at its message until the provider accepts a retry", async () => {
    const email = await leaveMessage();
    const readOutcome = () =>
      scheduled.database.asOwner("select acknowledgement from contact_submissions where email = $1", [email]);
    scheduled.provider.refuse((mail) =>
      mail.to.includes(email) ? createRejection(422, "validation_error") : null,
    );
    await scheduled.fire();
    expect(await readOutcome()).toEqual([{ acknowledgement: "undelivered" }]);
    scheduled.provider.refuse(() => null);
    await scheduled.makeMailsDue();
    await scheduled.fire();
    expect(await readOutcome()).toEqual([{ acknowledgement: null }]);
  });

  test("is given up when its token has expired by the time of the retry", async () => {
    const recoveryAddress = await leaveRecovery();
    scheduled.provider.refuse(() => createRejection(422, "validation_error"));
    await scheduled.fire();
    await scheduled.database.asOwner(
      "update outgoing_mails set give_up_at = give_up_at - interval '2 hours'",
    );
    await scheduled.fire();
    expect(await listMails()).toMatchObject([{ payload: null, given_up_at: expect.any(Date) }]);
    expect(await scheduled.mailbox.listTo(recoveryAddress)).toEqual([]);
  });

  test("is sent again at once without the reply address, if the provider rejects that", async () => {
    const email = await leaveMessage();
    scheduled.provider.refuse((mail) =>
      mail.reply_to === email ? createRejection(422, "invalid_parameter") : null,
    );
    const callsBefore = scheduled.provider.keys.length;
    await scheduled.fire();
    const [, notice] = await listMails();
    expect(notice).toMatchObject({ kind: "contact_notice", attempts: 1, sent_at: expect.any(Date) });
    expect(scheduled.provider.keys.slice(callsBefore)).toEqual(
      expect.arrayContaining([notice?.id, `${notice?.id}-without-reply-to`]),
    );
    const [mail] = (await scheduled.mailbox.listTo(company)).filter(({ text }) => text?.includes(email));
    expect(mail?.reply_to).toEqual([]);
    expect(await listAlerts()).toEqual([]);
  });
});

test("an answer whose reply address the provider rejects is not sent without it, and raises an alert", async () => {
  const email = await leaveMessage();
  const answer = randomUUID();
  await scheduled.database.asOwner(
    `insert into conversation_entries (id, submission_id, kind, text, language, state, delivery)
     select $1, id, 'answer', 'Hola', 'es', 'waiting', 'waiting' from contact_submissions where email = $2`,
    [answer, email],
  );
  const payload = {
    ...{ to: email, language: "es", submission_id: answer, entry_id: answer, kid: "first", text: "Hola" },
    ...{ author: "Ana", title: null, quoted: "Hola", quoted_at: new Date().toISOString() },
  };
  await scheduled.database.asOwner(
    "insert into outgoing_mails (id, kind, payload) values ($1, 'answer', $2)",
    [answer, JSON.stringify(payload)],
  );
  scheduled.provider.refuse((mail) =>
    mail.reply_to === company && !mail.to.includes(company)
      ? createRejection(422, "invalid_parameter")
      : null,
  );
  const callsBefore = scheduled.provider.keys.length;
  await scheduled.fire();
  const answerCalls = scheduled.provider.keys.slice(callsBefore).filter((key) => key.startsWith(answer));
  expect(answerCalls).toEqual([answer]);
  expect(
    await scheduled.database.asOwner("select delivery from conversation_entries where id = $1", [answer]),
  ).toEqual([{ delivery: "failed" }]);
  expect(
    await scheduled.database.asOwner("select state from contact_submissions where email = $1", [email]),
  ).toEqual([{ state: "unanswered" }]);
  expect(await listAlerts()).toMatchObject([{ kind: "mail_refused", subject: "invalid_parameter" }]);
});

describe("a provider that accepts no mail", () => {
  test.each(
    selectCases(
      [
        [401, "restricted_api_key"],
        [403, "invalid_api_key"],
        [402, "payment_required"],
        [429, "daily_quota_exceeded"],
        [429, "monthly_quota_exceeded"],
      ],
      2,
    ),
  )("is an alert until it accepts a mail, and mails are retried soon (%i)", async (status, name) => {
    const email = await leaveMessage();
    scheduled.provider.refuse(() => createRejection(status, name));
    await scheduled.fire();
    expect(await listAlerts()).toMatchObject([{ kind: "provider_refusing", subject: name }]);
    expect(await listMails()).toHaveLength(2);
    scheduled.provider.refuse(() => null);
    await scheduled.makeMailsDue();
    await scheduled.fire();
    expect(await scheduled.mailbox.listTo(email)).toHaveLength(1);
    expect(await listAlerts()).toEqual([]);
  });
});

describe("when the daily mail quota is spent", () => {
  // Reserved: 3 mails for security, 3 notices, 2 digests, and 1 of each other class. The other 5 are shared.
  beforeAll(() => scheduled.redeploy({ MAIL_DAILY_QUOTA: "20" }));
  afterAll(() => scheduled.redeploy({}));
  const leaveSignUp = () => scheduled.insertMail(createTokenMail(24, "confirm_sign_up"));
  async function leaveAlert() {
    const to = `${randomUUID()}@guaria.example`;
    await scheduled.database.asOwner(
      "insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'delivery_alert', $1)",
      [JSON.stringify({ to, alert: "mail_refused", subject: "validation_error" })],
    );
    return to;
  }
  const inserters = {
    recoveries: leaveRecovery,
    "sign-ups": leaveSignUp,
    messages: () => leaveMessage(),
    alerts: leaveAlert,
  };
  const names = Object.keys(inserters) as (keyof typeof inserters)[];
  async function flood(name: keyof typeof inserters) {
    for (let count = 0; count < 14; count++) await inserters[name]();
  }
  const countSent = async () =>
    Object.fromEntries(
      (
        await scheduled.database.asOwner(
          "select kind, count(*)::integer as count from outgoing_mails where sent_at is not null group by kind",
        )
      ).map(({ kind, count }) => [kind, count]),
    );

  test.each([
    ["recoveries", { recover: 6 }],
    ["sign-ups", { confirm_sign_up: 6 }],
    ["messages", { contact_notice: 8, notice_digest: 1, contact_acknowledgement: 1 }],
    ["alerts", { delivery_alert: 6 }],
  ] as const)("a flood of %s leaves every other class its reserve", async (floodedClass, sentCounts) => {
    await flood(floodedClass);
    await scheduled.fire();
    expect(await countSent()).toEqual(sentCounts);
    const readers = [];
    for (const name of names.filter((otherName) => otherName !== floodedClass))
      readers.push(await inserters[name]());
    await scheduled.fire();
    for (const reader of readers) expect(await scheduled.mailbox.listTo(reader)).toHaveLength(1);
  });

  test("mails that the provider received use the part that all classes share, and no reserve", async () => {
    await scheduled.redeploy({ MAIL_DAILY_QUOTA: "20", MAIL_READ_KEY: "re_read" });
    const store = (outcome: string, ids: string[]) =>
      scheduled.database.asOwner(
        "insert into received_mails (provider_id, outcome) select unnest($1::text[]), $2",
        [ids, outcome],
      );
    // The last row is the second conversation of a mail.
    await store("verified", ["a", "b", "c", "c 1"]);
    await flood("recoveries");
    await scheduled.fire();
    expect(await countSent()).toEqual({ recover: 3 });
    await store(
      "other",
      Array.from({ length: 100 }, (_, index) => `d${index}`),
    );
    await flood("alerts");
    await scheduled.fire();
    expect(await countSent()).toEqual({ recover: 3, delivery_alert: 1 });
    await scheduled.database.asOwner("truncate received_mails");
    await scheduled.redeploy({ MAIL_DAILY_QUOTA: "20" });
  });

  test("at most the quota is sent in 24 hours, and an alert reports waiting notices", async () => {
    for (const name of names) await flood(name);
    await Promise.all([scheduled.fire(), scheduled.fire()]);
    const countAll = async () =>
      Object.values(await countSent()).reduce<number>((sum, count) => sum + Number(count), 0);
    // The reserves of classes without a mail stay unused.
    expect(await countAll()).toBe(13);
    expect(await listAlerts()).toEqual([]);
    // The digest reported the other messages, so this notice waits for another digest.
    await leaveMessage();
    await scheduled.fire();
    expect(await listAlerts()).toEqual([{ kind: "budget_spent", subject: "20", occurrences: 1 }]);
    await expect.poll(() => scheduled.log()).toContain('"event":"mails_held_back"');
    await scheduled.database.asOwner("update outgoing_mails set sent_at = sent_at - interval '24 hours'");
    await scheduled.fire();
    expect(await countAll()).toBeGreaterThan(13);
    expect(await countAll()).toBeLessThanOrEqual(33);
  });

  test("the alert ends once no notice waits", async () => {
    await flood("messages");
    await scheduled.fire();
    await leaveMessage();
    await scheduled.fire();
    expect(await listAlerts()).toHaveLength(1);
    await scheduled.database.asOwner("update outgoing_mails set sent_at = sent_at - interval '24 hours'");
    await scheduled.fire();
    expect(await listAlerts()).toEqual([]);
  });
});

test("a mail that the provider already accepted under an earlier setting is not sent again", async () => {
  const email = await leaveMessage();
  scheduled.provider.refuse(() => createRejection(409, "invalid_idempotent_request"));
  const callsBefore = scheduled.provider.keys.length;
  await scheduled.fire();
  expect(scheduled.provider.keys.length - callsBefore).toBe(2);
  expect(await listMails()).toMatchObject([{ sent_at: expect.any(Date) }, { sent_at: expect.any(Date) }]);
  expect(await scheduled.mailbox.listTo(email)).toEqual([]);
});

test.each(
  selectCases(
    [
      ["too busy", createRejection(429, "rate_limit_exceeded")],
      ["busy with the same mail", createRejection(409, "concurrent_idempotent_requests")],
      ["out of order", createRejection(500, "application_error")],
      ["answering rubbish", { status: 502, body: "<h1>Bad gateway" }],
      ["answering rubbish with status 200", { status: 200, body: "<h1>Welcome to the hotel" }],
    ],
    2,
  ),
)("a provider that is %s causes a quick retry and no alert", async (_, answer) => {
  const email = await leaveMessage();
  scheduled.provider.refuse(() => answer);
  await scheduled.fire();
  const [{ seconds } = {}] = await scheduled.database.asOwner(
    "select max(extract(epoch from next_attempt_at - now())) as seconds from outgoing_mails",
  );
  expect(Number(seconds)).toBeLessThanOrEqual(20);
  expect(await listAlerts()).toEqual([]);
  scheduled.provider.refuse(() => null);
  await scheduled.makeMailsDue();
  await scheduled.fire();
  expect(await scheduled.mailbox.listTo(email)).toHaveLength(1);
});
