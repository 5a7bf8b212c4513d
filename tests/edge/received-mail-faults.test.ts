import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#functions/kernel/database/database.ts";
import { receiveMail } from "#functions/mail/received/receive.ts";
import { databaseFaults, startFaults } from "../support/faults.ts";
import { createMailHook, mailSecret } from "../support/mail-hook.ts";
import type { ServerBehavior } from "../support/proxy.ts";
import { addConversation, replyDomain } from "../support/received-mails/conversation.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const customer = "ricardo@cliente.example";
const faults = startForSuite(() =>
  startFaults({ MAIL_WEBHOOK_SECRET: mailSecret, MAIL_REPLY_DOMAIN: replyDomain, MAIL_READ_KEY: "re_read" }),
);
beforeEach(() => faults.edge.forgetMessages());

type AddressedConversation = { id: string; address: string };

const addTarget = (): Promise<AddressedConversation> => addConversation(faults.edge.database, customer);

/** Writes a mail with a file. */
const writeMail = (to: string) =>
  [
    `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=cliente.example`,
    `From: ${customer}\r\nTo: ${to}\r\nMessage-ID: <${randomUUID()}@cliente.example>`,
    'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n',
    "--b\r\nContent-Type: text/plain\r\n\r\nVa la foto",
    '--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="foto.txt"\r\n\r\nLa foto',
    "--b--\r\n",
  ].join("\r\n");

/** Lets Resend receive a mail. Returns its id there. */
async function deliver(targets: AddressedConversation[]): Promise<string> {
  const to = targets.map(({ address }) => address).join(",");
  const mailbox = `http://localhost:${faults.edge.mailbox.port}`;
  await fetch(`${mailbox}/inbound?${new URLSearchParams({ from: customer, to })}`, {
    method: "POST",
    body: writeMail(to),
  });
  const { data } = (await (await fetch(`${mailbox}/emails/receiving`)).json()) as { data: { id: string }[] };
  return data[0]?.id ?? "";
}

/** Reports a mail by Resend's webhook. Returns the status; 0 if no response came. */
const report = (id: string): Promise<number> =>
  faults.edge.fetch("/api/hooks/mail", createMailHook("email.received", { email_id: id })).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => 0,
  );

/** Hands a mail over as Cloudflare does. Returns the status; 0 if no response came. */
const hand = (raw: string, to: string): Promise<number> =>
  faults.edge.handMail(raw, { from: customer, to }).then(
    ({ status }) => status,
    () => 0,
  );

/** The faults, first those that can lose or double a mail. */
const lossFirst = databaseFaults.toSorted(
  ([, behavior], [, otherBehavior]) => Number(otherBehavior === "lost") - Number(behavior === "lost"),
);
const isFailure = (status: number) => status === 0 || status >= 500;

/** Expects that each conversation has the mail once, with its file, and that the company is told of it once. */
async function expectEachOnce(targets: AddressedConversation[]): Promise<void> {
  const bucket = await faults.edge.openBucket();
  for (const { id } of targets) {
    const entries = await faults.edge.database.asOwner(
      `select text, sender, array(select attachments.id::text from attachments where entry_id = entry.id) as files,
         (select count(*)::int from outgoing_mails mail where mail.id = entry.id) as notices
       from conversation_entries entry where submission_id = $1`,
      [id],
    );
    expect(entries).toEqual([
      { text: "Va la foto", sender: "verified", files: [expect.any(String)], notices: 1 },
    ]);
    const [[file] = []] = entries.map(({ files }) => files as string[]);
    expect(await (await bucket.get(file ?? ""))?.text()).toBe("La foto\n");
  }
  expect(await faults.edge.database.asOwner("select from contact_submissions")).toHaveLength(targets.length);
}

const addTwo = async () => [await addTarget(), await addTarget()];
/** The database calls for a mail to two conversations: is it stored, both addresses, and each conversation. */
const stepsOfTwo = [1, 2, 3, 4];
/** The database calls for a mail from Cloudflare: its address, and its conversation. */
const stepsOfOne = [1, 2];

describe("a mail that Resend reports stands once in each of its conversations", () => {
  test.each(selectCases(lossFirst, 3))(
    "while the database %s, from any of its calls on",
    async (_, behavior) => {
      for (const step of stepsOfTwo) {
        const targets = await addTwo();
        const id = await deliver(targets);
        const status = await faults.requestIn(behavior, () => report(id), step);
        expect([step, isFailure(status)]).toEqual([step, true]);
        for (const _ of ["first", "repeated"]) expect(await report(id)).toBe(204);
        await expectEachOnce(targets);
        await faults.edge.forgetMessages();
      }
    },
  );

  test("when the edge is killed during any call of the database", async () => {
    for (const step of stepsOfTwo) {
      const targets = await addTwo();
      const id = await deliver(targets);
      const reached = faults.database.asked() + step;
      faults.database.set("silent", step);
      const status = await faults.edge.holdClock(async () => {
        const reporting = report(id);
        await expect.poll(() => faults.database.asked(), { interval: 1 }).toBeGreaterThanOrEqual(reached);
        await faults.redeploy();
        return reporting;
      });
      faults.database.set("fine");
      expect([step, isFailure(status)]).toEqual([step, true]);
      expect(await report(id)).toBe(204);
      await expectEachOnce(targets);
      await faults.edge.forgetMessages();
    }
  });

  test.each(selectCases<ServerBehavior>(["away", "torn", "nonsense", "failing"], 2))(
    "while Resend's answers are %s, from any of them on",
    async (behavior) => {
      for (const step of [1, 2]) {
        const targets = await addTwo();
        const id = await deliver(targets);
        faults.mailer.set(behavior, step);
        expect(isFailure(await report(id))).toBe(true);
        faults.mailer.set("fine");
        expect(await report(id)).toBe(204);
        await expectEachOnce(targets);
        await faults.edge.forgetMessages();
      }
    },
  );

  test("while the bucket is away, and when it is reported three times at once", async () => {
    const targets = await addTwo();
    const id = await deliver(targets);
    await faults.redeploy("there", {}, "away");
    expect(isFailure(await report(id))).toBe(true);
    await faults.redeploy();
    expect(await Promise.all([report(id), report(id), report(id)])).toEqual([204, 204, 204]);
    await expectEachOnce(targets);
  });
});

describe("a mail that Cloudflare hands over stands once in its conversation", () => {
  // The clock of the scheduled Worker goes on, so no test waits for its timeouts.
  test.each(
    selectCases(
      lossFirst.filter(([, behavior]) => behavior !== "silent" && behavior !== "late"),
      2,
    ),
  )("while the database %s, from any of its calls on", async (_, behavior) => {
    for (const step of stepsOfOne) {
      const target = await addTarget();
      const raw = writeMail(target.address);
      faults.database.set(behavior, step);
      expect([step, isFailure(await hand(raw, target.address))]).toEqual([step, true]);
      faults.database.set("fine");
      for (const _ of ["first", "repeated"]) expect(await hand(raw, target.address)).toBe(200);
      await expectEachOnce([target]);
      await faults.edge.forgetMessages();
    }
  });

  test("when the scheduled Worker is killed during any call of the database", async () => {
    for (const step of stepsOfOne) {
      const target = await addTarget();
      const raw = writeMail(target.address);
      const reached = faults.database.asked() + step;
      faults.database.set("silent", step);
      const handing = hand(raw, target.address);
      await expect.poll(() => faults.database.asked(), { interval: 1 }).toBeGreaterThanOrEqual(reached);
      await faults.redeploy();
      expect([step, isFailure(await handing)]).toEqual([step, true]);
      faults.database.set("fine");
      expect(await hand(raw, target.address)).toBe(200);
      await expectEachOnce([target]);
      await faults.edge.forgetMessages();
    }
  });

  test("while the bucket is away, and when it is handed over twice at once", async () => {
    const target = await addTarget();
    const raw = writeMail(target.address);
    await faults.redeploy("there", {}, "away");
    expect(isFailure(await hand(raw, target.address))).toBe(true);
    await faults.redeploy();
    const statuses = await Promise.all([hand(raw, target.address), hand(raw, target.address)]);
    expect(statuses).toEqual([200, 200]);
    await expectEachOnce([target]);
  });
});

test("a mail whose bucket fails at one of its files stands once in its conversation, with both of them", async () => {
  const bucket = await faults.edge.openBucket();
  for (const failing of [1, 2]) {
    const { id, address } = await addTarget();
    const file = '--b\r\nContent-Disposition: attachment; filename="otra.txt"\r\n\r\nOtra\r\n--b--';
    const raw = new TextEncoder().encode(writeMail(address).replace("--b--", file));
    let puts = 0;
    const put = (...values: Parameters<typeof bucket.put>) => {
      puts += 1;
      return puts === failing ? Promise.reject(new Error("R2 is away")) : bucket.put(...values);
    };
    const failingBucket = new Proxy(bucket, {
      get: (target, name) => (name === "put" ? put : Reflect.get(target, name)),
    });
    const environment = {
      ...{ ...faults.edge.bindings, MAIL_REPLY_DOMAIN: replyDomain, DATABASE_TIMEOUT_MS: 60_000 },
      ATTACHMENTS: failingBucket,
    } as never;
    const delivery = { id: randomUUID(), to: [address], from: customer, receivedAt: null, raw };
    const receive = () =>
      receiveMail(delivery, "mx.cloudflare.net", { database: connect(environment), environment });
    await expect(receive()).rejects.toThrow("R2 is away");
    expect(await receive()).toBe("verified");
    const rows = await faults.edge.database.asOwner(
      `select array_agg(name order by name) as names from conversation_entries entry
       join attachments on entry_id = entry.id where entry.submission_id = $1 group by entry.id`,
      [id],
    );
    expect(rows).toEqual([{ names: ["foto.txt", "otra.txt"] }]);
  }
});
