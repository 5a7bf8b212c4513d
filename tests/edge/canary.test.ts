import * as v from "valibot";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signSyntheticMessage, syntheticMessageHeader } from "#functions/contact/synthetic-message.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import type { Environment } from "#functions/env.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import type { HealthDetails } from "#functions/operations/health.ts";
import type { SyntheticStage } from "#functions/operations/synthetic-message/alert-mails.ts";
import type { SyntheticMemory } from "#functions/operations/synthetic-message/watch.ts";
import { startEdge } from "../support/edge.ts";
import { createMailHook, mailSecret } from "../support/mail-hook.ts";
import { json, origin, readProblem } from "../support/requests.ts";
import { createSigningKey } from "../support/signing-key.ts";
import { nightlyTest, startForSuite } from "../support/suite.ts";

const reader = "canario@guaria.example";
const watcher = "guardia@guaria.example";

const edge = startForSuite(() =>
  startEdge({ MAIL_WEBHOOK_SECRET: mailSecret, CANARY_TO: `Canario <${reader}>`, CONTACT_ALERT_TO: watcher }),
);
beforeAll(() => edge.deployScheduled());
beforeEach(async () => {
  alertCountBefore = (await listAlerts()).length;
  await edge.database.asOwner("truncate outgoing_mails, contact_submissions, contact_receipts cascade");
  const spool = await edge.openSpool();
  for (const name of ["canary", "due/left"]) await spool.delete(name);
});

const readMemory = async () =>
  (await (await edge.openSpool()).get("canary", "json")) as unknown as SyntheticMemory | null;
const listMails = () => edge.database.asOwner("select id, kind, sent_at from outgoing_mails");
const isSent = async () => (await listMails())[0]?.sent_at instanceof Date;
let alertCountBefore = 0;
/** Lists the subjects of all mails to the alert address, oldest first. */
const listAlerts = async () =>
  (await edge.mailbox.listTo(watcher)).map(({ subject = "" }) => subject.split(" · ")[0]).toReversed();
/** Lists the alerts of the running test. */
const listNewAlerts = async () => (await listAlerts()).slice(alertCountBefore);
const countMails = async (address: string) => (await edge.mailbox.listTo(address)).length;
/** Sends the provider's webhook about the mail of the synthetic message. */
async function reportDelivery(type: string): Promise<void> {
  const [mail] = await listMails();
  const hook = createMailHook(type, { to: [reader], tags: { mail: String(mail?.id) } });
  expect((await edge.fetch("/api/hooks/mail", hook)).status).toBe(204);
}
/** Ages the pending synthetic message until it is overdue. */
async function ageMessage(): Promise<void> {
  const memory = (await readMemory()) as SyntheticMemory;
  const underway = memory.underway && { ...memory.underway, at: Date.now() - 600_000 };
  await (await edge.openSpool()).put("canary", JSON.stringify({ ...memory, underway }));
}
/** Returns the health details after the earlier answer has expired. */
async function getHealthDetails(): Promise<HealthDetails> {
  await edge.advanceClock(5_000);
  return (await (await edge.fetch("/api/health/details")).json()) as HealthDetails;
}
const getFailedStage = async () => (await readMemory())?.failed?.stage ?? null;

/** Sends a synthetic message and waits until its mail is sent. */
async function sendSyntheticMessage(): Promise<void> {
  await edge.fire(0);
  await expect.poll(isSent).toBe(true);
}
async function completeRoundTrip(): Promise<void> {
  await sendSyntheticMessage();
  await reportDelivery("email.delivered");
  await edge.fire(1);
}

describe("the hourly synthetic message", () => {
  test("goes from the form to the mailbox, comes back, and leaves no row and no due mark", async () => {
    const [readerMailsBefore, companyMailsBefore] = [
      await countMails(`Canario <${reader}>`),
      await countMails("hola@guaria.example"),
    ];
    const counts = "select unread, read, spam from inbox_totals";
    const totals = await edge.database.asOwner(counts);
    await sendSyntheticMessage();
    expect(await countMails(`Canario <${reader}>`)).toBe(readerMailsBefore + 1);
    expect(await listMails()).toMatchObject([{ kind: "canary" }]);

    await reportDelivery("email.delivered");
    await edge.fire(1);
    expect(await listMails()).toEqual([]);
    expect(await edge.database.asOwner("select from contact_submissions")).toEqual([]);
    expect(await edge.database.asOwner("select from contact_receipts")).toEqual([]);
    expect(await edge.database.asOwner(counts)).toEqual(totals);
    expect(await countMails("hola@guaria.example")).toBe(companyMailsBefore);
    // An isolate sets the due mark at most every 20 s, and no other call has come before.
    expect(await (await edge.openSpool()).get("due/left")).toBeNull();
    expect(await readMemory()).toMatchObject({ underway: null, failed: null, backAt: expect.any(Number) });
    expect(await listNewAlerts()).toEqual([]);
    expect(await getHealthDetails()).toMatchObject({
      canary: { status: "ok", failed: null, last_back_at: expect.stringMatching(/Z$/) },
    });
  });

  test("is sent at the full hour only, and tracked each minute until it is back", async () => {
    await edge.fire(30);
    expect(await listMails()).toEqual([]);
    await sendSyntheticMessage();
    const memoryBefore = await readMemory();
    await edge.fire(1);
    expect(await readMemory()).toEqual(memoryBefore);
    await reportDelivery("email.delivered");
    await edge.fire(2);
    expect(await readMemory()).toMatchObject({ underway: null, failed: null });
  });

  nightlyTest("counts as back once the provider has accepted it, if no webhook is configured", async () => {
    await edge.deployScheduled({ MAIL_WEBHOOK_SECRET: "" });
    await sendSyntheticMessage();
    await edge.fire(1);
    expect(await readMemory()).toMatchObject({ underway: null, failed: null });
    await edge.deployScheduled();
  });

  nightlyTest("is not sent without a configured mailbox", async () => {
    await edge.deployScheduled({ CANARY_TO: "" });
    await edge.fire(0);
    expect(await readMemory()).toBeNull();
    expect(await getHealthDetails()).toMatchObject({
      canary: { status: "off", last_back_at: null, failed: null },
    });
    await edge.deployScheduled();
  });
});

describe("administrators are told once, through the alert address, that the synthetic message fails", () => {
  const failures: [SyntheticStage, string, () => Promise<void>, () => Promise<void>][] = [
    [
      "form",
      "the site rejects it",
      async () => {
        const keys = [await createSigningKey("of another site")];
        await edge.redeploy({ AUTH_KEYS: JSON.stringify({ keys }) });
        await edge.fire(0);
        expect(await readMemory()).toMatchObject({ underway: { isTaken: false }, failed: null });
      },
      () => edge.redeploy({}),
    ],
    [
      "database",
      "the database is away, and visitors' messages wait in the spool",
      async () => {
        await edge.database.stop();
        await edge.fire(0);
        expect(await readMemory()).toMatchObject({ underway: { isTaken: false }, failed: null });
      },
      () => edge.database.start(),
    ],
    [
      "database",
      "the database has lost it",
      async () => {
        await sendSyntheticMessage();
        await edge.database.asOwner("truncate outgoing_mails");
      },
      async () => {},
    ],
    [
      "mail",
      "the provider does not accept its mail",
      async () => {
        await edge.mailbox.stop();
        await edge.fire(0);
        await edge.fire(1);
        expect(await readMemory()).toMatchObject({ underway: { isTaken: true }, failed: null });
      },
      () => edge.mailbox.start(),
    ],
    ["delivery", "the provider does not deliver it", sendSyntheticMessage, async () => {}],
  ];

  test.each(failures)("at the %s: %s", async (stage, _, breakOff, mend) => {
    await breakOff();
    await ageMessage();
    await edge.fire(11);
    expect(await getFailedStage()).toBe(stage);
    await mend();
    await edge.fire(12);
    expect(await listNewAlerts()).toEqual(["Los mensajes del sitio no llegan"]);
    await expect.poll(() => edge.log()).toContain(`"event":"canary_lost","stage":"${stage}"`);
    expect(await getHealthDetails()).toMatchObject({
      status: "degraded",
      canary: { status: "failed", failed: { stage } },
    });
  });

  test("at once when its mail bounces", async () => {
    await sendSyntheticMessage();
    await reportDelivery("email.bounced");
    await edge.fire(1);
    expect(await getFailedStage()).toBe("delivery");
    expect(await listNewAlerts()).toHaveLength(1);
  });

  nightlyTest(
    "not again in the next hour, but when another stage fails and when a message is back",
    async () => {
      const bounceMessage = async () => {
        await sendSyntheticMessage();
        await reportDelivery("email.bounced");
        await edge.fire(1);
        await edge.database.asOwner("truncate outgoing_mails");
      };
      await bounceMessage();
      await bounceMessage();
      expect(await listNewAlerts()).toHaveLength(1);
      await sendSyntheticMessage();
      await edge.database.asOwner("truncate outgoing_mails");
      await edge.fire(1);
      expect(await getFailedStage()).toBe("database");
      expect(await listNewAlerts()).toHaveLength(2);
      await completeRoundTrip();
      expect(await listNewAlerts()).toEqual([
        "Los mensajes del sitio no llegan",
        "Los mensajes del sitio no llegan",
        "Los mensajes del sitio llegan otra vez",
      ]);
      expect(await getFailedStage()).toBeNull();
    },
  );

  test("again on the next run if the mail provider was down", async () => {
    await sendSyntheticMessage();
    await reportDelivery("email.bounced");
    await edge.mailbox.stop();
    await edge.fire(1);
    expect(await readMemory()).toMatchObject({ failed: { stage: "delivery", isTold: false } });
    await expect.poll(() => edge.log()).toContain("canary_not_told");
    await edge.mailbox.start();
    await edge.fire(2);
    expect(await readMemory()).toMatchObject({ failed: { isTold: true } });
    expect(await listNewAlerts()).toHaveLength(1);
  });
});

describe("a message that claims to be synthetic", () => {
  const id = "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a13";
  const fields = { name: "Ana", email: reader, message: "x" };
  const send = (header: string, message: object = fields) =>
    edge.fetch("/api/contact", json(message, { [syntheticMessageHeader]: header }));
  const sign = async (jti = id) => {
    const signingKeys = await parseSigningKeys(String(edge.bindings.AUTH_KEYS));
    const message = v.parse(contactInput, fields);
    return signSyntheticMessage({ SITE_ORIGIN: origin, signingKeys } as Environment, jti, message);
  };
  test.each<[string, () => Promise<Response>]>([
    ["without a signature", () => send("canary")],
    ["with another signature", async () => send(`${(await sign()).slice(0, -4)}AAAA`)],
    ["with an id that is no UUID", async () => send(await sign("canary"))],
    ["with another text than the signed one", async () => send(await sign(), { ...fields, message: "y" })],
    [
      "with another field beside the signed ones",
      async () => send(await sign(), { ...fields, company: "Otra" }),
    ],
  ])("is rejected %s", async (_, sendForged) => {
    expect(await readProblem(await sendForged())).toEqual([400, "malformed_request"]);
    expect(await listMails()).toEqual([]);
  });

  test("is accepted once, even if it is sent repeatedly", async () => {
    const header = await sign();
    for (const response of [await send(header), await send(header)]) {
      expect([response.status, await response.json()]).toEqual([201, { id, status: "stored" }]);
    }
    expect(await listMails()).toMatchObject([{ id, kind: "canary" }]);
  });

  test("is not spooled while the database is away, because that would hide the outage", async () => {
    await edge.database.stop();
    expect((await send(await sign())).status).toBe(503);
    await edge.database.start();
    expect(await (await (await edge.openSpool()).list({ prefix: "contact/" })).keys).toEqual([]);
  });
});
