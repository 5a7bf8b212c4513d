import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { openResend } from "#local/deploy/resend.ts";
import { startEdge } from "../support/edge.ts";
import { mailHook, mailSecret, otherMailSecret } from "../support/mail-hook.ts";
import { origin } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const company = "hola@guaria.example";

const edge = startForSuite(() => startEdge({ MAIL_WEBHOOK_SECRET: mailSecret }));
const admin = { headers: signInForSuite(edge) };
beforeEach(() => edge.database.asOwner("truncate outgoing_mails, mail_alerts"));

const send = (hook: RequestInit) => edge.fetch("/api/hooks/mail", hook);
const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
/** Inserts a mail that the provider has accepted. */
async function sentMail(): Promise<string> {
  const id = randomUUID();
  await edge.database.asOwner(
    "insert into outgoing_mails (id, kind, sent_at) values ($1, 'contact_acknowledgement', now())",
    [id],
  );
  return id;
}
const mailOf = async (id: string) =>
  (await edge.database.asOwner("select * from outgoing_mails where id = $1", [id]))[0];
const alerts = async () => {
  const answer = await edge.fetch("/api/mail-alerts", admin);
  return ((await answer.json()) as { items: Record<string, unknown>[] }).items;
};
const alertMails = async () =>
  (await edge.mailbox.messages())
    .filter(({ subject }) => subject?.startsWith("Los avisos"))
    .map(({ to }) => to);

describe("a webhook of the mail provider", () => {
  test.each([
    ["email.delivered", "delivered_at"],
    ["email.bounced", "bounced_at"],
    ["email.suppressed", "bounced_at"],
    ["email.failed", "bounced_at"],
    ["email.complained", "complained_at"],
  ])("records the outcome of a mail, by its tag (%s)", async (type, column) => {
    const id = await sentMail();
    const hook = mailHook(type, { to: ["ana@cliente.example"], tags: { mail: id } });
    const response = await send(hook);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    const told = await mailOf(id);
    const others = ["delivered_at", "bounced_at", "complained_at"].filter((name) => name !== column);
    expect(told).toMatchObject({
      [column]: expect.any(Date),
      ...Object.fromEntries(others.map((name) => [name, null])),
    });
    // A webhook that is repeated after a lost answer changes nothing.
    expect((await send(hook)).status).toBe(204);
    expect(await mailOf(id)).toEqual(told);
    expect(await alerts()).toEqual([]);
  });

  test("is accepted for other events, and changes no mail", async () => {
    const id = await sentMail();
    for (const hook of [
      mailHook("email.opened", { tags: { mail: id } }),
      mailHook("contact.created", {}),
      mailHook("email.bounced", { to: ["x@y.example"], tags: { mail: "not-an-id" } }),
      mailHook("email.bounced", { to: ["x@y.example"] }),
    ]) {
      expect((await send(hook)).status).toBe(204);
    }
    expect(await mailOf(id)).toMatchObject({ delivered_at: null, bounced_at: null, complained_at: null });
  });

  const hook = () => mailHook("email.bounced", { to: [company] });
  test.each([
    [
      "is signed with another secret",
      () => mailHook("email.bounced", { to: [company] }, { secret: otherMailSecret }),
    ],
    [
      "was made more than five minutes ago",
      () => mailHook("email.bounced", { to: [company] }, { at: new Date(Date.now() - 302_000) }),
    ],
    [
      "has a future time",
      () => mailHook("email.bounced", { to: [company] }, { at: new Date(Date.now() + 302_000) }),
    ],
    ["has another body than the signed one", () => ({ ...hook(), body: "{}" })],
    ["has no signature", () => ({ ...hook(), headers: {} })],
    [
      "has the id of another message",
      () => ({ ...hook(), headers: { ...hook().headers, "svix-id": "msg_2" } }),
    ],
  ])("is rejected as forged when it %s", async (_, forge) => {
    expect(await codeOf(await send(forge()))).toEqual([401, "forged_signature"]);
    expect(await alerts()).toEqual([]);
  });

  test("is malformed when it is signed but no event", async () => {
    const { body: _, ...rest } = hook();
    const { Webhook } = await import("standardwebhooks");
    for (const body of ["[]", "rubbish", '{"type": 1}']) {
      const at = new Date();
      const headers = {
        ...rest.headers,
        "svix-id": "msg_1",
        "svix-signature": new Webhook(mailSecret).sign("msg_1", at, body),
        "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
      };
      expect(await codeOf(await send({ ...rest, headers, body }))).toEqual([400, "malformed_request"]);
    }
  });

  test("is not found when no secret is configured", async () => {
    await edge.redeploy({ MAIL_WEBHOOK_SECRET: "" });
    expect(await codeOf(await send(hook()))).toEqual([404, "not_found"]);
    await edge.redeploy({});
  });
});

describe("when a mail to the company bounces", () => {
  const bounce = (event = "email.bounced") =>
    send(mailHook(event, { to: [`Guaria <${company.toUpperCase()}>`] }));

  test("a repeated webhook counts once, even with a new signature, and does not restore a dismissed alert", async () => {
    const id = `msg_${randomUUID()}`;
    const sendAgain = (ageSeconds: number) =>
      send(
        mailHook("email.bounced", { to: [company] }, { id, at: new Date(Date.now() - ageSeconds * 1_000) }),
      );
    for (const age of [0, 0, 60]) expect((await sendAgain(age)).status).toBe(204);
    const [alert] = await alerts();
    expect(alert).toMatchObject({ kind: "address_failing", occurrences: 1 });
    await edge.fetch(`/api/mail-alerts/${alert?.id}`, { method: "DELETE", ...admin });
    await sendAgain(30);
    expect(await alerts()).toEqual([]);
  });

  test("every registered event changes the mail", async () => {
    let registered: string[] = [];
    const resend = openResend(async (method, path, body) => {
      if (method === "GET") return { data: [] };
      registered = (body as { events: string[] }).events;
      return { path, signing_secret: mailSecret };
    });
    await resend.findOrCreateWebhook(`${origin}/api/hooks/mail`);
    expect(registered).toContain("email.failed");
    for (const event of registered) {
      const id = await sentMail();
      await send(mailHook(event, { tags: { mail: id } }));
      const { delivered_at, bounced_at, complained_at } = (await mailOf(id)) ?? {};
      expect([delivered_at, bounced_at, complained_at].filter(Boolean), event).toHaveLength(1);
    }
  });

  test.each(["email.bounced", "email.complained"])(
    "the inbox has one alert for repeated events (%s)",
    async (event) => {
      for (let time = 0; time < 3; time++) await bounce(event);
      expect(await alerts()).toEqual([
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

  test("administrators get one mail, at their own addresses", async () => {
    const before = (await alertMails()).length;
    await bounce();
    await bounce();
    await expect
      .poll(async () => (await alertMails()).slice(0, -before || undefined))
      .toEqual([[administrator.email]]);
    expect(await edge.database.asOwner("select kind from outgoing_mails")).toEqual([
      { kind: "delivery_alert" },
    ]);
  });

  test("the alert address gets the mail when it is configured", async () => {
    await edge.redeploy({ CONTACT_ALERT_TO: "Gerencia <gerencia@guaria.example>" });
    await bounce();
    await expect.poll(async () => (await alertMails())[0]).toEqual(["Gerencia <gerencia@guaria.example>"]);
    await edge.redeploy({});
  });

  test("an alert address that is the failing address is ignored", async () => {
    await edge.redeploy({ CONTACT_ALERT_TO: `Guaria <${company}>` });
    const before = (await alertMails()).length;
    await bounce();
    await expect
      .poll(async () => (await alertMails()).slice(0, -before || undefined))
      .toEqual([[administrator.email]]);
    await edge.redeploy({});
  });

  test("an administrator with the company's address gets no mail there", async () => {
    await edge.redeploy({ CONTACT_NOTIFY_TO: administrator.email });
    await send(mailHook("email.bounced", { to: [administrator.email] }));
    expect(await alerts()).toMatchObject([{ subject: administrator.email }]);
    expect(await edge.database.asOwner("select kind from outgoing_mails")).toEqual([]);
    await edge.redeploy({});
  });

  test("the alert ends when a later mail is delivered, and returns after the next bounce", async () => {
    const earlier = await sentMail();
    await edge.database.asOwner("update outgoing_mails set sent_at = now() - interval '1 minute'");
    await bounce();
    const later = await sentMail();
    const deliver = (id: string, to = company) =>
      send(mailHook("email.delivered", { to: [to], tags: { mail: id } }));
    await deliver(later, "otra@guaria.example");
    await deliver(earlier);
    expect(await alerts()).toHaveLength(1);
    await deliver(later);
    expect(await alerts()).toEqual([]);
    await bounce();
    expect(await alerts()).toMatchObject([{ occurrences: 1 }]);
  });

  test("a complaint stays an alert until an administrator dismisses it", async () => {
    await bounce("email.complained");
    await send(mailHook("email.delivered", { to: [company], tags: { mail: await sentMail() } }));
    expect(await alerts()).toMatchObject([{ kind: "address_complaining" }]);
  });

  test("an administrator dismisses the alert once", async () => {
    await bounce();
    const [{ id } = {}] = await alerts();
    const remove = () => edge.fetch(`/api/mail-alerts/${id}`, { method: "DELETE", ...admin });
    expect((await remove()).status).toBe(204);
    expect(await alerts()).toEqual([]);
    expect(await codeOf(await remove())).toEqual([404, "not_found"]);
  });
});
