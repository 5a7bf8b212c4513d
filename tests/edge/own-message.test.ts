import { createHash, randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ownMessageAnswer } from "#functions/contract/answers.schema.ts";
import { trapField } from "#functions/contract/contact.ts";
import { getOfferedDays, toCompanyDay } from "#functions/contract/meeting.ts";
import { toReference } from "#functions/contract/reference.ts";
import { readEnvironment } from "#functions/env.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { deriveMessageToken } from "#functions/kernel/crypto/links.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, formPost, json, readProblem } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { createSigningKey } from "../support/signing-key.ts";
import { startForSuite } from "../support/suite.ts";

// Work after an answer takes as long as a busy machine needs.
const waitFor = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000 });

const edge = startForSuite(startEdge);
beforeEach(() => edge.forgetMessages());

const message = {
  name: "Ana Pérez",
  company: "Pérez",
  service: "cctv",
  message: "Hola.\nQuiero 4 cámaras.",
  plan: "TI Básico",
  meeting_day: getOfferedDays(toCompanyDay(new Date())).first,
  meeting_part: "afternoon",
};
const send = async (email: string, { key = randomUUID(), language = "es" } = {}) => {
  const body = { ...message, email, language };
  const response = await edge.fetch("/api/contact", json(body, { "Idempotency-Key": key }));
  return { status: response.status, id: ((await response.json()) as { id: string }).id };
};
const findLink = (text: string) =>
  /https:\/\/vitrina\.example(\/mi-mensaje|\/en\/my-message)#token=([\w-]+)/.exec(text) ?? [];

/** Sends a message and returns its id and the link that the sender gets by mail. */
async function sendMessage(language = "es") {
  const email = `${randomUUID()}@cliente.example`;
  const key = randomUUID();
  const { id } = await send(email, { key, language });
  const [mail] = await waitFor(async () => {
    const mails = await edge.mailbox.listTo(email);
    expect(mails).toHaveLength(1);
    return mails;
  });
  const [, path, token = ""] = findLink(mail?.text ?? "");
  return { email, key, id, path, token };
}
const showMessage = (token: unknown) => edge.fetch("/api/contact/own", json({ token }));
const eraseMessage = (token: unknown) => edge.fetch("/api/contact/own/erase", json({ token }));
const listStored = () => edge.database.asOwner("select id from contact_submissions");

describe("the own-message link in the acknowledgement", () => {
  test("is in a mail in the sender's language that states the reference and quotes nothing", async () => {
    const { email, id, path } = await sendMessage("en");
    expect(path).toBe("/en/my-message");
    const [mail] = await edge.mailbox.listTo(email);
    expect(mail?.subject).toBe("We got your message · Guaria Digital");
    expect(mail?.text).toContain(toReference(id));
    expect(JSON.stringify(mail)).not.toMatch(/cámaras|Ana|Pérez|TI Básico/);
  });

  test("is in a mail that states the service and the meeting of a form without script", async () => {
    const email = `${randomUUID()}@cliente.example`;
    const { company: _, ...fields } = message;
    await edge.fetch("/api/contact", formPost({ ...fields, email, [trapField]: "" }));
    await waitFor(async () => {
      const [mail] = await edge.mailbox.listTo(email);
      expect(mail?.text).toMatch(/\nNos escribiste sobre: Sistemas CCTV · Reunión: \S+ \d+ \S+, tarde\.\n/);
      expect(findLink(mail?.text ?? "")).not.toEqual([]);
    });
  });

  test("shows the reference, the date and the retention, and nothing that the sender wrote", async () => {
    const { id, token } = await sendMessage("en");
    const response = await showMessage(token);
    expect(response.status).toBe(200);
    const shownMessage = v.parse(ownMessageAnswer, await response.json());
    const [row] = await edge.database.asOwner(
      "select created_at, created_at + interval '24 months' as kept_until from contact_submissions where id = $1",
      [id],
    );
    const times = {
      created_at: new Date(shownMessage.created_at),
      kept_until: new Date(shownMessage.kept_until),
    };
    expect({ ...shownMessage, ...times }).toEqual({ reference: toReference(id), ...row });
  });

  test("lets the edge read no more of the message from the database", async () => {
    const { id, token } = await sendMessage();
    const linkedRows = await connect(await readEnvironment(edge.bindings)).run(null, {
      linked: sql`select * from linked_message(decode(${createHash("sha256").update(token).digest("hex")}, 'hex'))`,
    });
    expect(linkedRows).toEqual({
      linked: [{ id, created_at: expect.anything(), kept_until: expect.anything() }],
    });
  });

  test("belongs to one message, even if its sender has sent another", async () => {
    const [firstMessage, secondMessage] = [await sendMessage(), await sendMessage()];
    await eraseMessage(firstMessage.token);
    expect(await listStored()).toEqual([{ id: secondMessage.id }]);
    expect((await showMessage(secondMessage.token)).status).toBe(200);
  });

  test("is stored as a hash only, and no waiting mail contains its token", async () => {
    const { signing } = await parseSigningKeys(edge.bindings.AUTH_KEYS ?? "");
    await edge.mailbox.stop();
    const { id } = await send(`${randomUUID()}@cliente.example`);
    const token = await deriveMessageToken(signing.oneTimeSecret, id);
    const waitingMails = await edge.database.asOwner("select payload::text from outgoing_mails");
    await edge.mailbox.start();
    expect(waitingMails).toHaveLength(2);
    const receipts = await edge.database.asOwner(
      "select to_jsonb(r)::text as row, link_hash from contact_receipts r",
    );
    expect(JSON.stringify([waitingMails, receipts])).not.toContain(token);
    expect(receipts[0]?.link_hash).toEqual(createHash("sha256").update(token).digest());
  });

  test("still works after the site's keys have changed", async () => {
    const { token } = await sendMessage();
    await edge.redeploy({ AUTH_KEYS: JSON.stringify({ keys: [await createSigningKey("second")] }) });
    expect((await showMessage(token)).status).toBe(200);
    await edge.redeploy({});
  });
});

describe("erasing by the link", () => {
  test("deletes the message for good, and administrators no longer find it", async () => {
    const { token, id } = await sendMessage();
    const session = await edge.signIn(administrator);
    const call = (path: string) => edge.fetch(path, { headers: bearer(session) });
    const etag = (await call("/api/submissions/counts")).headers.get("ETag");
    expect((await eraseMessage(token)).status).toBe(204);
    expect(await listStored()).toEqual([]);
    expect(await edge.database.asOwner("select id from submission_texts where id = $1", [id])).toEqual([]);
    expect((await call(`/api/submissions/${id}`)).status).toBe(404);
    // An open inbox notices every change by this tag.
    expect((await call("/api/submissions/counts")).headers.get("ETag")).not.toBe(etag);
  });

  test("is confirmed by one mail in the sender's language that quotes nothing of the message", async () => {
    const { token, email } = await sendMessage("en");
    expect((await eraseMessage(token)).status).toBe(204);
    expect(await readProblem(await eraseMessage(token))).toEqual([410, "message_gone"]);
    const [mail] = await waitFor(async () => {
      const mails = (await edge.mailbox.listTo(email)).filter(
        ({ subject }) => subject === "We deleted your message · Guaria Digital",
      );
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail?.text).not.toMatch(/cámaras|Ana|Pérez/);
    expect(findLink(mail?.text ?? "")).toEqual([]);
  });

  test("asks the company to delete the notice mail, by id and time only", async () => {
    const { token, email, id } = await sendMessage();
    await waitFor(async () => {
      const [notice] = await edge.database.asOwner(
        "select sent_at is not null as sent from outgoing_mails where kind = 'contact_notice'",
      );
      expect(notice).toEqual({ sent: true });
    });
    await eraseMessage(token);
    const [mail] = await waitFor(async () => {
      const mails = (await edge.mailbox.listTo("hola@guaria.example")).filter(({ text }) =>
        text?.includes(`: ${id}`),
      );
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail?.text).not.toMatch(new RegExp(`cámaras|Ana|Pérez|${email}`));
  });

  test("cancels a notice that has not been sent, and asks the company for nothing", async () => {
    const { token, id } = await sendMessage();
    // The edge records a sent mail only after sending it.
    await waitFor(async () =>
      expect(await edge.database.asOwner("select kind from outgoing_mails where sent_at is null")).toEqual(
        [],
      ),
    );
    await edge.database.asOwner(
      `update outgoing_mails set sent_at = null, attempts = 0, next_attempt_at = now() + interval '1 hour',
         payload = jsonb_build_object('id', $1::text) where kind = 'contact_notice'`,
      [id],
    );
    await eraseMessage(token);
    expect(
      await edge.database.asOwner(
        "select kind, payload, given_up_at is not null as given_up from outgoing_mails where kind in ('contact_notice', 'erasure_notice')",
      ),
    ).toEqual([{ kind: "contact_notice", payload: null, given_up: true }]);
  });

  test("holds when the browser resends the message: the first answer is repeated and nothing is stored", async () => {
    const { token, email, key, id } = await sendMessage();
    await eraseMessage(token);
    expect(await send(email, { key })).toEqual({ status: 201, id });
    expect(await listStored()).toEqual([]);
  });

  test("leaves an audit entry that has only the hash of the address", async () => {
    const { token, email } = await sendMessage();
    await eraseMessage(token);
    const [entry, ...otherEntries] = await edge.database.asOwner(
      "select kind, asked_by, counts, to_jsonb(e)::text as whole from privacy_events e where person = sha256(convert_to($1, 'UTF8'))",
      [email],
    );
    expect(otherEntries).toEqual([]);
    expect(entry).toMatchObject({ kind: "erased", asked_by: "sender", counts: { contact_submissions: 1 } });
    expect(entry?.whole).not.toMatch(/Ana|Pérez|cliente/);
  });

  test("happens once, even for concurrent calls", async () => {
    const { token } = await sendMessage();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await eraseMessage(token)).status),
    );
    expect(statuses.sort()).toEqual([204, 410, 410, 410, 410]);
    const mails = await edge.database.asOwner("select id from outgoing_mails where kind = 'message_erased'");
    expect(mails).toHaveLength(1);
  });
});

describe("a link that leads to nothing says why", () => {
  test("because the message was erased, by its sender or in the inbox", async () => {
    const [erasedBySender, erasedInInbox] = [await sendMessage(), await sendMessage()];
    await eraseMessage(erasedBySender.token);
    await edge.database.asOwner("delete from contact_submissions where id = $1", [erasedInInbox.id]);
    for (const { token } of [erasedBySender, erasedInInbox]) {
      expect(await readProblem(await showMessage(token))).toEqual([410, "message_gone"]);
      expect(await readProblem(await eraseMessage(token))).toEqual([410, "message_gone"]);
    }
  });

  test("because it is not a link of the site: forged, cut, another hash, no text", async () => {
    const { token, id } = await sendMessage();
    const [{ hash } = {}] = await edge.database.asOwner(
      "select encode(link_hash, 'hex') as hash from contact_receipts",
    );
    const changedToken = token.replace(/^./, (character) => (character === "A" ? "B" : "A"));
    for (const forgedToken of [changedToken, token.slice(1), `${token}=`, hash, id, "' or true --"]) {
      expect(await readProblem(await showMessage(forgedToken))).toEqual([404, "not_found"]);
      expect(await readProblem(await eraseMessage(forgedToken))).toEqual([404, "not_found"]);
    }
    for (const malformedToken of ["", 7, null]) {
      expect(await readProblem(await showMessage(malformedToken))).toEqual([422, "invalid_fields"]);
    }
    expect(await listStored()).toHaveLength(1);
  });

  test("because its message is older than the links", async () => {
    const { token } = await sendMessage();
    await edge.database.asOwner("update contact_receipts set link_hash = null");
    expect(await readProblem(await showMessage(token))).toEqual([404, "not_found"]);
  });
});

test("a flood of links from one network is limited before the database, and other networks are not affected", async () => {
  const token = "a".repeat(43);
  const getStatus = async (address: string, body: object) => {
    const response = await edge.fetch("/api/contact/own", json(body, { "CF-Connecting-IP": address }));
    await response.body?.cancel();
    return response.status;
  };
  // A malformed token is not found, even while the database is away.
  await edge.database.stop();
  expect(await getStatus("198.51.100.1", { token: "a".repeat(42) })).toBe(404);
  expect(await getStatus("198.51.100.1", { token })).toBe(503);
  await edge.database.start();
  const statuses: number[] = [];
  await edge.holdClock(async () => {
    for (let call = 0; call < 61; call += 1) statuses.push(await getStatus("198.51.100.2", { token }));
  });
  expect(statuses).toEqual([...Array(60).fill(404), 429]);
  expect(await getStatus("198.51.100.3", { token })).toBe(404);
});
