import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { startEdge } from "../support/edge.ts";
import { createMailHook, mailSecret, otherMailSecret } from "../support/mail-hook.ts";
import { json, readProblem } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { selectCases, signInForSuite, startForSuite } from "../support/suite.ts";

const company = "hola@guaria.example";

const edge = startForSuite(() => startEdge({ MAIL_WEBHOOK_SECRET: mailSecret }));
const admin = { headers: signInForSuite(edge) };
beforeEach(() => edge.database.asOwner("truncate outgoing_mails, mail_alerts"));

const send = (hook: RequestInit) => edge.fetch("/api/hooks/mail", hook);
/** Inserts a mail that the provider has accepted. */
async function insertSentMail(): Promise<string> {
  const id = randomUUID();
  await edge.database.asOwner(
    "insert into outgoing_mails (id, kind, sent_at) values ($1, 'contact_acknowledgement', now())",
    [id],
  );
  return id;
}
const findMail = async (id: string) =>
  (await edge.database.asOwner("select * from outgoing_mails where id = $1", [id]))[0];
const listAlerts = async () => {
  const answer = await edge.fetch("/api/mail-alerts", admin);
  return ((await answer.json()) as { items: Record<string, unknown>[] }).items;
};
const listAlertRecipients = async () =>
  (await edge.mailbox.messages())
    .filter(({ subject }) => subject?.startsWith("Los avisos"))
    .map(({ to }) => to);

test("a received mail is for another program while no domain receives replies", async () => {
  expect((await send(createMailHook("email.received", { email_id: randomUUID() }))).status).toBe(204);
});

describe("a webhook of the mail provider", () => {
  test.each([
    ["email.delivered", "delivered_at"],
    ["email.bounced", "bounced_at"],
    ["email.suppressed", "bounced_at"],
    ["email.failed", "bounced_at"],
    ["email.complained", "complained_at"],
  ])("records the outcome of a mail, by its tag (%s)", async (type, column) => {
    const id = await insertSentMail();
    const hook = createMailHook(type, { to: ["ana@cliente.example"], tags: { mail: id } });
    const response = await send(hook);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    const updatedMail = await findMail(id);
    const otherColumns = ["delivered_at", "bounced_at", "complained_at"].filter((name) => name !== column);
    expect(updatedMail).toMatchObject({
      [column]: expect.any(Date),
      ...Object.fromEntries(otherColumns.map((name) => [name, null])),
    });
    // A webhook that is repeated after a lost answer changes nothing.
    expect((await send(hook)).status).toBe(204);
    expect(await findMail(id)).toEqual(updatedMail);
    expect(await listAlerts()).toEqual([]);
  });

  test("is accepted for other events, and changes no mail", async () => {
    const id = await insertSentMail();
    for (const hook of [
      createMailHook("email.opened", { tags: { mail: id } }),
      createMailHook("contact.created", {}),
      createMailHook("email.bounced", { to: ["x@y.example"], tags: { mail: "not-an-id" } }),
      createMailHook("email.bounced", { to: ["x@y.example"] }),
    ]) {
      expect((await send(hook)).status).toBe(204);
    }
    expect(await findMail(id)).toMatchObject({ delivered_at: null, bounced_at: null, complained_at: null });
  });

  const createHook = (options?: Parameters<typeof createMailHook>[2]) =>
    createMailHook("email.bounced", { to: [company] }, options);
  test.each([
    ["is signed with another secret", () => createHook({ secret: otherMailSecret })],
    ["was made more than five minutes ago", () => createHook({ at: new Date(Date.now() - 302_000) })],
    ["has a future time", () => createHook({ at: new Date(Date.now() + 302_000) })],
    ["has another body than the signed one", () => ({ ...createHook(), body: "{}" })],
    [
      "has a signature with unused bits set",
      () => {
        const hook = createHook();
        const headers = hook.headers as Record<string, string>;
        const signature = headers["svix-signature"] ?? "";
        const last = signature.at(-2) ?? "";
        // The next character of the alphabet encodes the same bytes.
        const twin =
          { "8": "9", Z: "a", z: "0", "4": "5" }[last] ?? String.fromCharCode(last.charCodeAt(0) + 1);
        return { ...hook, headers: { ...headers, "svix-signature": `${signature.slice(0, -2)}${twin}=` } };
      },
    ],
    ["has no signature", () => ({ ...createHook(), headers: {} })],
    [
      "has the id of another message",
      () => ({ ...createHook(), headers: { ...createHook().headers, "svix-id": "msg_2" } }),
    ],
  ])("is rejected as forged when it %s", async (_, forge) => {
    expect(await readProblem(await send(forge()))).toEqual([401, "forged_signature"]);
    expect(await listAlerts()).toEqual([]);
  });

  test("is malformed when it is signed but no event", async () => {
    for (const body of ["[]", "rubbish", '{"type": 1}']) {
      expect(await readProblem(await send(createMailHook("", {}, { body })))).toEqual([
        400,
        "malformed_request",
      ]);
    }
  });

  test("is not found when no secret is configured", async () => {
    await edge.redeploy({ MAIL_WEBHOOK_SECRET: "" });
    expect(await readProblem(await send(createHook()))).toEqual([404, "not_found"]);
    await edge.redeploy({});
  });
});

// The bounces of Resend's documentation that may still be delivered, and its other events about a delay.
const passingEvents: [string, { type: string; subType: string }?][] = [
  ["email.bounced", { type: "Transient", subType: "General" }],
  ["email.bounced", { type: "Transient", subType: "MailboxFull" }],
  ["email.bounced", { type: "Transient", subType: "ContentRejected" }],
  ["email.bounced", { type: "Undetermined", subType: "Undetermined" }],
  ["email.delivery_delayed"],
];
const finalEvents: typeof passingEvents = [
  ["email.bounced", { type: "Permanent", subType: "General" }],
  ["email.bounced", { type: "Permanent", subType: "NoEmail" }],
  ["email.bounced"],
  ["email.failed"],
  ["email.suppressed"],
];
const toData = (mail: string, bounce?: { type: string; subType: string }) => ({
  to: [company],
  tags: { mail },
  ...(bounce && { bounce }),
});

describe("the acknowledgement of a message", () => {
  beforeEach(() => edge.forgetMessages());
  /** Sends a message. Returns its path in the API and the id of its acknowledgement. */
  async function sendMessage() {
    const body = { name: "Ana", email: `${randomUUID()}@cliente.example` };
    const { id } = (await (await edge.fetch("/api/contact", json(body))).json()) as { id: string };
    const [mail] = await edge.database.asOwner(
      "select id from outgoing_mails where kind = 'contact_acknowledgement' and submission_id = $1",
      [id],
    );
    return { path: `/api/submissions/${id}`, mail: mail?.id as string };
  }
  const readOutcomes = async (path: string) => {
    const single = await edge.fetch(`${path}?include=acknowledgement`, admin);
    const list = await edge.fetch("/api/submissions?include=acknowledgement", admin);
    const { items } = (await list.json()) as { items: { acknowledgement: unknown }[] };
    const { acknowledgement } = (await single.json()) as { acknowledgement: unknown };
    return [acknowledgement, ...items.map((item) => item.acknowledgement)];
  };

  test.each(selectCases(finalEvents, 2))(
    "is undelivered at its message after %s %o",
    async (type, bounce) => {
      const { path, mail } = await sendMessage();
      const revision = async () => (await edge.fetch("/api/submissions/counts", admin)).headers.get("ETag");
      const revisionBefore = await revision();
      expect(await readOutcomes(path)).toEqual([null, null]);
      await send(createMailHook(type, { ...toData(mail, bounce), to: ["ana@cliente.example"] }));
      expect(await readOutcomes(path)).toEqual(["undelivered", "undelivered"]);
      expect(await revision()).not.toBe(revisionBefore);
      expect(await (await edge.fetch(path, admin)).json()).not.toHaveProperty("acknowledgement");
    },
  );

  test.each([...passingEvents, ["email.complained"] as const])(
    "may still arrive after %s %o",
    async (type, bounce) => {
      const { path, mail } = await sendMessage();
      await send(createMailHook(type, { ...toData(mail, bounce), to: ["ana@cliente.example"] }));
      expect(await readOutcomes(path)).toEqual([null, null]);
    },
  );
});

describe("when a mail to the company bounces", () => {
  test.each(selectCases(passingEvents, 2))(
    "a mail that may still arrive raises no alert (%s %o)",
    async (type, bounce) => {
      await send(createMailHook(type, toData(await insertSentMail(), bounce)));
      expect(await listAlerts()).toEqual([]);
    },
  );

  test.each(selectCases(finalEvents, 2))(
    "a mail that can never arrive raises an alert (%s %o)",
    async (type, bounce) => {
      await send(createMailHook(type, toData(await insertSentMail(), bounce)));
      expect(await listAlerts()).toMatchObject([{ kind: "address_failing", subject: company }]);
    },
  );

  const bounce = (event = "email.bounced") =>
    send(createMailHook(event, { to: [`Guaria <${company.toUpperCase()}>`] }));

  test("a repeated webhook counts once, even with a new signature, and does not restore a dismissed alert", async () => {
    const id = `msg_${randomUUID()}`;
    const sendAgain = (ageSeconds: number) =>
      send(
        createMailHook(
          "email.bounced",
          { to: [company] },
          { id, at: new Date(Date.now() - ageSeconds * 1_000) },
        ),
      );
    for (const age of [0, 0, 60]) expect((await sendAgain(age)).status).toBe(204);
    const [alert] = await listAlerts();
    expect(alert).toMatchObject({ kind: "address_failing", occurrences: 1 });
    const removal = await edge.fetch(`/api/mail-alerts/${alert?.id}`, { method: "DELETE", ...admin });
    expect(removal.status).toBe(204);
    await sendAgain(30);
    expect(await listAlerts()).toEqual([]);
  });

  test.each(["email.bounced", "email.complained"])(
    "the inbox has one alert for repeated events (%s)",
    async (event) => {
      for (let time = 0; time < 3; time++) await bounce(event);
      expect(await listAlerts()).toEqual([
        {
          id: expect.stringMatching(/^[\da-f-]{36}$/),
          kind: event === "email.bounced" ? "address_failing" : "address_complaining",
          subject: company,
          occurrences: 3,
          first_at: expect.stringMatching(/Z$/),
          last_at: expect.stringMatching(/Z$/),
        },
      ]);
    },
  );

  const manager = "Gerencia <gerencia@guaria.example>";
  test.each([
    ["administrators, at their own addresses", "", administrator.email],
    ["a configured alert address", manager, manager],
    ["administrators, if the alert address fails", `Guaria <${company}>`, administrator.email],
  ])("one mail goes to %s", async (_, alertAddress, recipient) => {
    await edge.redeploy({ CONTACT_ALERT_TO: alertAddress });
    const countBefore = (await listAlertRecipients()).length;
    await bounce();
    await bounce();
    await expect
      .poll(async () => (await listAlertRecipients()).slice(0, -countBefore || undefined))
      .toEqual([[recipient]]);
    expect(await edge.database.asOwner("select kind from outgoing_mails")).toEqual([
      { kind: "delivery_alert" },
    ]);
    await edge.redeploy({});
  });

  test("an administrator with the company's address gets no mail there", async () => {
    await edge.redeploy({ CONTACT_NOTIFY_TO: administrator.email });
    await send(createMailHook("email.bounced", { to: [administrator.email] }));
    expect(await listAlerts()).toMatchObject([{ subject: administrator.email }]);
    expect(await edge.database.asOwner("select kind from outgoing_mails")).toEqual([]);
    await edge.redeploy({});
  });

  test("the alert ends when a later mail is delivered, and returns after the next bounce", async () => {
    const earlierMail = await insertSentMail();
    await edge.database.asOwner("update outgoing_mails set sent_at = now() - interval '1 minute'");
    await bounce();
    const laterMail = await insertSentMail();
    const deliver = (id: string, to = company) =>
      send(createMailHook("email.delivered", { to: [to], tags: { mail: id } }));
    await deliver(laterMail, "otra@guaria.example");
    await deliver(earlierMail);
    expect(await listAlerts()).toHaveLength(1);
    await deliver(laterMail);
    expect(await listAlerts()).toEqual([]);
    await bounce();
    expect(await listAlerts()).toMatchObject([{ occurrences: 1 }]);
  });

  test("a complaint stays an alert until an administrator dismisses it", async () => {
    await bounce("email.complained");
    await send(createMailHook("email.delivered", { to: [company], tags: { mail: await insertSentMail() } }));
    expect(await listAlerts()).toMatchObject([{ kind: "address_complaining" }]);
  });
});
