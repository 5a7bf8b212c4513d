import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitingSeconds } from "#functions/contact/spool.ts";
import { toReference } from "#functions/contract/reference.ts";
import type { HealthDetails } from "#functions/operations/health.ts";
import { startEdge } from "../support/edge.ts";
import { formPost, json } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeAll(() => edge.deployScheduled());
beforeEach(() => edge.forgetMessages());
const emptySpool = async () => {
  const spool = await edge.openSpool();
  for (const { name } of (await spool.list()).keys) await spool.delete(name);
};

const message = { name: "Ana Pérez", email: "ana@cliente.example", message: "Hola", language: "en" };
const post = (key: string | null = null, body: object = message) =>
  edge.fetch("/api/contact", json(body, key === null ? {} : { "Idempotency-Key": key }));
const readAnswer = async (response: Response) => [response.status, await response.json()];
const listStored = () =>
  edge.database.asOwner("select id, name from contact_submissions order by created_at, id");
const listNotices = () =>
  edge.database.asOwner("select id from outgoing_mails where kind = 'contact_notice'");
const listSpooled = async () =>
  (await (await edge.openSpool()).list({ prefix: "contact/" })).keys.map(({ name }) => name);
/** Runs `work` while the database is away. */
async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  await edge.database.stop();
  try {
    return await work();
  } finally {
    await edge.database.start();
  }
}

/** Outages in which the database accepts no message, with their recovery. */
const outages: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    "rejects the password of the edge",
    async () => {
      await edge.redeploy({ DATABASE_URL: edge.bindings.DATABASE_URL?.replace(/:[^:@]+@/, ":wrong@") ?? "" });
      return () => edge.redeploy({});
    },
  ],
  [
    "rejects valid rows",
    async () => {
      await edge.database.asOwner(
        "alter table outgoing_mails add constraint none check (id is null) not valid",
      );
      return () => edge.database.asOwner("alter table outgoing_mails drop constraint none");
    },
  ],
];

describe.each(outages)("while the database %s", (_, startOutage) => {
  let recover = () => Promise.resolve() as Promise<unknown>;
  beforeEach(emptySpool);
  afterEach(() => recover());

  test("a message is accepted, and reaches the inbox after the outage with one notice", async () => {
    recover = await startOutage();
    const key = randomUUID();
    const [status, receipt] = await readAnswer(await post(key));
    expect([status, receipt]).toEqual([
      202,
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), status: "queued" },
    ]);
    const formResponse = await edge.fetch("/api/contact", formPost({ ...message, name: "Sin script" }));
    expect(formResponse.status).toBe(303);
    expect(formResponse.headers.get("Location")).toMatch(
      /^\/en\/contact\?reference=[\dA-F]{4}-[\dA-F]{4}#sent$/,
    );
    expect(await listSpooled()).toHaveLength(2);

    await recover();
    recover = () => Promise.resolve();
    expect(await listStored()).toEqual([]);
    await edge.fire();
    expect((await listStored()).map(({ name }) => name).sort()).toEqual(["Ana Pérez", "Sin script"]);
    expect((await listStored()).map(({ id }) => id)).toContain((receipt as { id: string }).id);
    expect(await listNotices()).toHaveLength(2);
    expect(await listSpooled()).toEqual([]);
  });
});

describe("a message that waits", () => {
  beforeEach(emptySpool);

  test("is stored once even if it is sent repeatedly, and another message under its key is rejected", async () => {
    const key = randomUUID();
    const otherMessage = { ...message, message: "Otra cosa" };
    const receipts = await whileAway(async () => {
      const firstAnswer = await readAnswer(await post(key));
      expect(await readAnswer(await post(key.toUpperCase()))).toEqual(firstAnswer);
      expect((await post(key, otherMessage)).status).toBe(409);
      return firstAnswer;
    });
    // The database is back, and the spool is not yet drained.
    const [, queued] = receipts as [number, { id: string }];
    expect(await readAnswer(await post(key))).toEqual([201, { id: queued.id, status: "stored" }]);
    await edge.fire();
    expect(await listStored()).toEqual([{ id: queued.id, name: message.name }]);
    expect(await listNotices()).toHaveLength(1);
  });

  test("is stored once by ten concurrent runs", async () => {
    await whileAway(() => Promise.all(Array.from({ length: 12 }, () => post())));
    expect(await listSpooled()).toHaveLength(12);
    await Promise.all(Array.from({ length: 10 }, () => edge.fire()));
    expect(await listStored()).toHaveLength(12);
    expect(await listNotices()).toHaveLength(12);
    expect(await listSpooled()).toEqual([]);
  });

  test("is stored along with the next message", async () => {
    await whileAway(() => post());
    expect((await post(null, { ...message, name: "Después" })).status).toBe(201);
    await expect.poll(async () => (await listStored()).length).toBe(2);
    await expect.poll(listSpooled).toEqual([]);
    // Both senders have the link to their message.
    expect(await edge.database.asOwner("select from contact_receipts where link_hash is null")).toEqual([]);
  });

  test("stays deleted, even if the spool still holds it", async () => {
    await whileAway(() => post());
    const spool = await edge.openSpool();
    const [name = ""] = await listSpooled();
    const entry = String(await spool.get(name));
    await edge.fire();
    await edge.database.asOwner("delete from contact_submissions");
    await spool.put(name, entry);
    await edge.fire();
    expect(await listStored()).toEqual([]);
  });

  test("is stored even if its key was used for another message since", async () => {
    const key = randomUUID();
    await whileAway(() => post(key));
    await post(key, { ...message, name: "Otra" });
    await expect
      .poll(async () => (await listStored()).map(({ name }) => name).sort())
      .toEqual(["Ana Pérez", "Otra"]);
    await expect.poll(listSpooled).toEqual([]);
  });

  test("keeps waiting while the database is away, and does not wait for an unreadable entry", async () => {
    const spool = await edge.openSpool();
    await spool.put("contact/broken", '{"id":"7"}');
    await whileAway(async () => {
      await post();
      await edge.fire();
      expect(await listSpooled()).toHaveLength(2);
    });
    await edge.fire();
    expect(await listStored()).toHaveLength(1);
    expect(await listSpooled()).toEqual(["contact/broken"]);
  });

  test("is found within the hour even without a mark", async () => {
    await whileAway(() => post());
    await (await edge.openSpool()).delete("last-taken");
    await edge.fire();
    expect(await listSpooled()).toHaveLength(1);
    await edge.fire(0);
    expect(await listSpooled()).toEqual([]);
    expect(await listStored()).toHaveLength(1);
  });
});

describe.each(["away", "none"] as const)("while the database and the spool are away (%s)", (weather) => {
  beforeAll(() => edge.redeploy({}, weather));
  afterAll(() => edge.redeploy({}));

  const listMails = async (name: string) =>
    (await edge.mailbox.messages()).filter(({ subject }) => subject?.includes(name));
  const findToken = (mail: Record<string, string> | undefined) =>
    /\/buzon#guardar=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const handIn = (token: unknown) => edge.fetch("/api/contact/handed", json({ token }));

  test("the message itself is mailed, and its link stores it in the inbox once", async () => {
    const name = `Correo ${weather}`;
    const [status, receipt] = await readAnswer(await whileAway(() => post(null, { ...message, name })));
    expect([status, receipt]).toEqual([202, { id: expect.any(String), status: "queued" }]);
    const [mail, ...otherMails] = await listMails(name);
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({
      subject: `Nuevo mensaje de ${name} · ${toReference((receipt as { id: string }).id)} (aún no está en el buzón)`,
    });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain("ana@cliente.example");
      expect(part).toContain("Hola");
    }
    expect(await listStored()).toEqual([]);
    const token = findToken(mail);
    for (let times = 0; times < 3; times++) {
      expect(await readAnswer(await handIn(token))).toEqual([
        201,
        { ...(receipt as object), status: "stored" },
      ]);
    }
    expect(await listStored()).toEqual([{ id: (receipt as { id: string }).id, name }]);
    expect(await listNotices()).toHaveLength(1);
  });

  test("an invalid link stores nothing", async () => {
    await whileAway(() => post(null, { ...message, name: `Otro ${weather}` }));
    const [mail] = await listMails(`Otro ${weather}`);
    const [head, body, signature] = findToken(mail).split(".");
    const forgedBody = Buffer.from(
      Buffer.from(body ?? "", "base64url")
        .toString()
        .replace("Hola", "Hora"),
    );
    const session = await edge.signIn();
    for (const token of [
      `${head}.${forgedBody.toString("base64url")}.${signature}`,
      session.access_token,
      "token",
    ]) {
      expect(await readAnswer(await handIn(token))).toMatchObject([404, { code: "not_found" }]);
    }
    for (const token of ["", 7, null]) {
      expect(await readAnswer(await handIn(token))).toMatchObject([422, { code: "invalid_fields" }]);
    }
    expect(await listStored()).toEqual([]);
  });

  test("and the mailer is away, the sender is told and nothing is partly stored", async () => {
    await edge.mailbox.stop();
    const response = await whileAway(() => post());
    await edge.mailbox.start();
    expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await readAnswer(response)).toMatchObject([503, { code: "database_unavailable" }]);
    expect((await post()).status).toBe(201);
    expect(await listStored()).toHaveLength(1);
  });
});

describe("a message that waits too long in the spool", () => {
  const watcher = "guardia@guaria.example";
  const hour = 3_600;
  beforeAll(() => edge.deployScheduled({ CONTACT_ALERT_TO: watcher }));
  beforeEach(emptySpool);
  const listAlertSubjects = async () => (await edge.mailbox.listTo(watcher)).map(({ subject }) => subject);
  const getSpoolHealth = async () => {
    await edge.advanceClock(6_000);
    return ((await (await edge.fetch("/api/health/details")).json()) as HealthDetails).spool;
  };
  /** Sets the arrival of the spooled message to `hours` ago. */
  const ageEntry = async (hours: number) => {
    const spool = await edge.openSpool();
    const [name = ""] = await listSpooled();
    const entry = String(await spool.get(name));
    const expiration = Math.round(Date.now() / 1000) + waitingSeconds - hours * hour;
    await spool.put(name, entry, { expiration });
  };

  test("is kept for thirty days", async () => {
    await whileAway(() => post());
    const [entry] = (await (await edge.openSpool()).list({ prefix: "contact/" })).keys;
    const end = Math.round(Date.now() / 1000) + 30 * 24 * hour;
    expect(entry?.expiration).toBeGreaterThan(end - hour);
    expect(entry?.expiration).toBeLessThanOrEqual(end);
  });

  test("appears in the health after two hours and causes one mail, until the database accepts it", async () => {
    await whileAway(async () => {
      await post();
      await ageEntry(1);
      await edge.fire(0);
      expect(await getSpoolHealth()).toMatchObject({ status: "ok", oldest_at: expect.stringMatching(/Z$/) });
      await ageEntry(3);
      await edge.fire(0);
      await edge.fire(0);
      expect(await getSpoolHealth()).toMatchObject({ status: "late", stuck: 0 });
      expect(await listAlertSubjects()).toEqual(["Hay mensajes que esperan · Guaria Digital"]);
    });
    await edge.fire(0);
    expect(await getSpoolHealth()).toEqual({ status: "ok", oldest_at: null, stuck: 0 });
    expect(await listStored()).toHaveLength(1);
  });

  test("is reported once if it cannot be read", async () => {
    const alertsBefore = (await listAlertSubjects()).length;
    const countNewAlerts = async () => (await listAlertSubjects()).length - alertsBefore;
    const spool = await edge.openSpool();
    await spool.put("contact/broken", '{"id":"7"}');
    await edge.fire(0);
    await edge.fire(0);
    expect(await countNewAlerts()).toBe(1);
    expect(await getSpoolHealth()).toMatchObject({ status: "stuck", stuck: 1 });
    await spool.put("contact/other", "no JSON");
    await edge.fire(0);
    await edge.fire(0);
    expect(await countNewAlerts()).toBe(2);
    await emptySpool();
    await edge.fire(0);
    expect(await getSpoolHealth()).toEqual({ status: "ok", oldest_at: null, stuck: 0 });
    expect(await countNewAlerts()).toBe(2);
  });

  test("is reported to the address of notices if CONTACT_ALERT_TO is not set", async () => {
    await edge.deployScheduled({});
    const countAlerts = async () =>
      (await edge.mailbox.listTo("hola@guaria.example")).filter(({ subject }) =>
        subject?.startsWith("Hay mensajes"),
      ).length;
    const alertsBefore = await countAlerts();
    await (await edge.openSpool()).put("contact/unreadable", "no JSON");
    await edge.fire(0);
    expect(await countAlerts()).toBe(alertsBefore + 1);
    await emptySpool();
    await edge.fire(0);
  });
});

test("a call that may have queued a mail sets the due mark; a read or a rejected call does not", async () => {
  // Starts a new isolate, because the last one has just set the mark.
  await edge.redeploy({});
  await emptySpool();
  const spool = await edge.openSpool();
  await edge.fetch("/api/health");
  expect((await post(null, { name: "" })).status).toBe(422);
  expect(await spool.get("due/left")).toBeNull();
  expect((await post()).status).toBe(201);
  await expect.poll(async () => Number(await spool.get("due/left"))).toBeGreaterThan(Date.now() - 60_000);
});
