import { createHash, randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ownMessageAnswer } from "#functions/contract/answers.schema.ts";
import { companyDay, offeredDays } from "#functions/contract/meeting.ts";
import { toReference } from "#functions/contract/reference.ts";
import { readEnvironment } from "#functions/env.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { deriveMessageToken } from "#functions/kernel/crypto/links.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, json } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { signingKey } from "../support/signing-key.ts";
import { startForSuite } from "../support/suite.ts";

// What happens after an answer takes as long as a busy machine takes.
const waitFor = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000 });

const edge = startForSuite(startEdge);
beforeEach(async () => {
  await edge.database.asOwner(
    "truncate contact_submissions, contact_receipts, outgoing_mails, message_rates",
  );
});

const message = {
  name: "Ana Pérez",
  company: "Pérez",
  service: "cctv",
  message: "Hola.\nQuiero 4 cámaras.",
  plan: "TI Básico",
  meeting_day: offeredDays(companyDay(new Date())).first,
  meeting_part: "afternoon",
};
const send = async (email: string, { key = randomUUID(), language = "es" } = {}) => {
  const body = { ...message, email, language };
  const response = await edge.fetch("/api/contact", json(body, { "Idempotency-Key": key }));
  return { status: response.status, id: ((await response.json()) as { id: string }).id };
};
const mailsTo = async (address: string) =>
  (await edge.mailbox.messages()).filter(({ to }) => to?.includes(address)) as {
    subject: string;
    text: string;
  }[];
const linkIn = (text: string) =>
  /https:\/\/vitrina\.example(\/mi-mensaje|\/en\/my-message)#token=([\w-]+)/.exec(text) ?? [];

/** Sends a message and answers with its id and what the sender is mailed of it. */
async function sent(language = "es") {
  const email = `${randomUUID()}@cliente.example`;
  const key = randomUUID();
  const { id } = await send(email, { key, language });
  const [mail] = await waitFor(async () => {
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    return mails;
  });
  const [, path, token = ""] = linkIn(mail?.text ?? "");
  return { email, key, id, path, token };
}
const show = (token: unknown) => edge.fetch("/api/contact/own", json({ token }));
const erase = (token: unknown) => edge.fetch("/api/contact/own/erase", json({ token }));
const answer = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
const stored = () => edge.database.asOwner("select id from contact_submissions");

describe("the link in the mail that a message has arrived", () => {
  test.each([
    ["es", "/mi-mensaje"],
    ["en", "/en/my-message"],
  ])(
    "leads to the page in its language, by a fragment, which no browser sends (%s)",
    async (language, path) => {
      expect((await sent(language)).path).toBe(path);
    },
  );

  test("shows the reference, the date and the retention, and nothing that the sender wrote", async () => {
    const { id, token } = await sent("en");
    const response = await show(token);
    expect(response.status).toBe(200);
    const shown = v.parse(ownMessageAnswer, await response.json());
    const [row] = await edge.database.asOwner(
      "select created_at, created_at + interval '24 months' as kept_until from contact_submissions where id = $1",
      [id],
    );
    const times = { created_at: new Date(shown.created_at), kept_until: new Date(shown.kept_until) };
    expect({ ...shown, ...times }).toEqual({ reference: toReference(id), ...row });
  });

  test("gives the edge no more of the message from the database either", async () => {
    const { id, token } = await sent();
    const linked = await connect(await readEnvironment(edge.bindings)).run(null, {
      linked: sql`select * from linked_message(decode(${createHash("sha256").update(token).digest("hex")}, 'hex'))`,
    });
    expect(linked).toEqual({
      linked: [{ id, created_at: expect.anything(), kept_until: expect.anything() }],
    });
  });

  test.each(["es", "en"])("is in a mail that quotes nothing of the message (%s)", async (language) => {
    const { email } = await sent(language);
    const [mail] = await mailsTo(email);
    expect(JSON.stringify(mail)).not.toMatch(/cámaras|Ana|Pérez|TI Básico/);
  });

  test("is in a mail that says by which reference the message is found", async () => {
    const { email, id } = await sent();
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain(`Tu referencia es ${toReference(id)}:`);
  });

  test("is of one message, also where its sender has sent another", async () => {
    const [first, second] = [await sent(), await sent()];
    await erase(first.token);
    expect(await stored()).toEqual([{ id: second.id }]);
    expect((await show(second.token)).status).toBe(200);
  });

  test("is not what is stored: of its token there is a hash, and no mail that waits has it", async () => {
    const { newest } = await parseSigningKeys(edge.bindings.AUTH_KEYS ?? "");
    await edge.mailbox.stop();
    const { id } = await send(`${randomUUID()}@cliente.example`);
    const token = await deriveMessageToken(newest.oneTimeSecret, id);
    const waiting = await edge.database.asOwner("select payload::text from outgoing_mails");
    await edge.mailbox.start();
    expect(waiting).toHaveLength(2);
    const receipts = await edge.database.asOwner(
      "select to_jsonb(r)::text as row, link_hash from contact_receipts r",
    );
    expect(JSON.stringify([waiting, receipts])).not.toContain(token);
    expect(receipts[0]?.link_hash).toEqual(createHash("sha256").update(token).digest());
  });

  test("goes on working when the keys of the site are others", async () => {
    const { token } = await sent();
    await edge.redeploy({ AUTH_KEYS: JSON.stringify({ keys: [await signingKey("second")] }) });
    expect((await show(token)).status).toBe(200);
    await edge.redeploy({});
  });

  test("comes with a message that waited in the spool, too", async () => {
    await edge.database.stop();
    const email = `${randomUUID()}@cliente.example`;
    expect((await send(email)).status).toBe(202);
    await edge.database.start();
    await send(`${randomUUID()}@cliente.example`);
    await waitFor(async () => {
      const [, , token] = linkIn((await mailsTo(email))[0]?.text ?? "");
      expect((await show(token)).status).toBe(200);
    });
  });
});

describe("showing the message", () => {
  test("changes nothing, however often", async () => {
    const { token, id } = await sent();
    for (let times = 0; times < 3; times++) expect((await show(token)).status).toBe(200);
    expect(await stored()).toEqual([{ id }]);
  });

  test("is kept by no cache, and sends no referrer", async () => {
    const { token } = await sent();
    for (const response of [await show(token), await show("x"), await erase(token)]) {
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    }
  });
});

describe("erasing by it", () => {
  test("takes the message away for good, and administrators find it no more", async () => {
    const { token, id } = await sent();
    const session = await edge.signIn(administrator);
    const call = (path: string) => edge.fetch(path, { headers: bearer(session) });
    const etag = (await call("/api/submissions/counts")).headers.get("ETag");
    expect((await erase(token)).status).toBe(204);
    expect(await stored()).toEqual([]);
    expect(await edge.database.asOwner("select id from submission_texts where id = $1", [id])).toEqual([]);
    expect((await call(`/api/submissions/${id}`)).status).toBe(404);
    // By this an open inbox hears of every change.
    expect((await call("/api/submissions/counts")).headers.get("ETag")).not.toBe(etag);
  });

  test.each([
    ["es", "Borramos tu mensaje · Guaria Digital"],
    ["en", "We deleted your message · Guaria Digital"],
  ])("is confirmed by mail, once, without a word of the message (%s)", async (language, subject) => {
    const { token, email } = await sent(language);
    expect((await erase(token)).status).toBe(204);
    expect(await answer(await erase(token))).toEqual([410, "message_gone"]);
    const [mail] = await waitFor(async () => {
      const mails = (await mailsTo(email)).filter((mail) => mail.subject === subject);
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail?.text).not.toMatch(/cámaras|Ana|Pérez/);
    expect(linkIn(mail?.text ?? "")).toEqual([]);
  });

  test("asks the company to erase the notice that it was mailed, by number and time alone", async () => {
    const { token, email, id } = await sent();
    await waitFor(async () => {
      const [notice] = await edge.database.asOwner(
        "select sent_at is not null as sent from outgoing_mails where kind = 'contact_notice'",
      );
      expect(notice).toEqual({ sent: true });
    });
    await erase(token);
    const [mail] = await waitFor(async () => {
      const mails = (await mailsTo("hola@guaria.example")).filter(({ text }) => text.includes(`: ${id}`));
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail?.text).not.toMatch(new RegExp(`cámaras|Ana|Pérez|${email}`));
  });

  test("takes back a notice that has not left, and asks the company for nothing", async () => {
    const { token, id } = await sent();
    // What is noted of a mail that has left comes after the mail.
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
    await erase(token);
    expect(
      await edge.database.asOwner(
        "select kind, payload, given_up_at is not null as given_up from outgoing_mails where kind in ('contact_notice', 'erasure_notice')",
      ),
    ).toEqual([{ kind: "contact_notice", payload: null, given_up: true }]);
  });

  test("holds when the browser sends the same message again: the answer is the first one's, and nothing is stored", async () => {
    const { token, email, key, id } = await sent();
    await erase(token);
    expect(await send(email, { key })).toEqual({ status: 201, id });
    expect(await stored()).toEqual([]);
  });

  test("leaves an entry in the audit that knows the address by its hash alone", async () => {
    const { token, email } = await sent();
    await erase(token);
    const [entry, ...more] = await edge.database.asOwner(
      "select kind, asked_by, counts, to_jsonb(e)::text as whole from privacy_events e where person = sha256(convert_to($1, 'UTF8'))",
      [email],
    );
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ kind: "erased", asked_by: "sender", counts: { contact_submissions: 1 } });
    expect(entry?.whole).not.toMatch(/Ana|Pérez|cliente/);
  });

  test("happens once, however many do so at a time", async () => {
    const { token } = await sent();
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await erase(token)).status));
    expect(statuses.sort()).toEqual([204, 410, 410, 410, 410]);
    const mails = await edge.database.asOwner("select id from outgoing_mails where kind = 'message_erased'");
    expect(mails).toHaveLength(1);
  });
});

describe("a link that leads to nothing says why", () => {
  test("erased before, by its sender or in the inbox, or past its time", async () => {
    const [mine, theirs] = [await sent(), await sent()];
    await erase(mine.token);
    await edge.database.asOwner("delete from contact_submissions where id = $1", [theirs.id]);
    for (const { token } of [mine, theirs]) {
      expect(await answer(await show(token))).toEqual([410, "message_gone"]);
      expect(await answer(await erase(token))).toEqual([410, "message_gone"]);
    }
  });

  test("or not one of ours: forged, cut off, another's hash, no text at all", async () => {
    const { token, id } = await sent();
    const [{ hash } = {}] = await edge.database.asOwner(
      "select encode(link_hash, 'hex') as hash from contact_receipts",
    );
    const changed = token.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    for (const forged of [changed, token.slice(1), `${token}=`, hash, id, "' or true --"]) {
      expect(await answer(await show(forged))).toEqual([404, "not_found"]);
      expect(await answer(await erase(forged))).toEqual([404, "not_found"]);
    }
    for (const malformed of ["", 7, null]) {
      expect(await answer(await show(malformed))).toEqual([422, "invalid_fields"]);
    }
    expect(await stored()).toHaveLength(1);
  });

  test("a message from before there were links has none, and no link finds it", async () => {
    const { token } = await sent();
    await edge.database.asOwner("update contact_receipts set link_hash = null");
    expect(await answer(await show(token))).toEqual([404, "not_found"]);
  });
});

test("a flood of links from one network is stopped before the database, and no other network notices", async () => {
  const token = "a".repeat(43);
  const ask = async (address: string, body: object) => {
    const response = await edge.fetch("/api/contact/own", json(body, { "CF-Connecting-IP": address }));
    await response.body?.cancel();
    return response.status;
  };
  // What cannot be a token is not found, also where the database is away.
  await edge.database.stop();
  expect(await ask("198.51.100.1", { token: "a".repeat(42) })).toBe(404);
  expect(await ask("198.51.100.1", { token })).toBe(503);
  await edge.database.start();
  const statuses: number[] = [];
  await edge.holdClock(async () => {
    for (let call = 0; call < 61; call += 1) statuses.push(await ask("198.51.100.2", { token }));
  });
  expect(statuses).toEqual([...Array(60).fill(404), 429]);
  expect(await ask("198.51.100.3", { token })).toBe(404);
});
