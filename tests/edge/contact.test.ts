import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { submissionNames, wishFields } from "#functions/contract/contact.ts";
import { toReference } from "#functions/contract/reference.ts";
import { startEdge } from "../support/edge.ts";
import { hostileText } from "../support/hostile-text.ts";
import { json, origin } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(() =>
  edge.database.asOwner("truncate contact_submissions, contact_receipts, outgoing_mails, message_rates"),
);

const least = { name: "Ana Pérez", email: "ana@cliente.example" };
const whole = {
  ...least,
  phone: "+506 0000 0000",
  company: "Pérez & Hijos",
  service: "cctv",
  source: "other",
  message: "Hola.\nQuiero 4 cámaras 📷.",
  language: "en",
};
const stored = () => edge.database.asOwner("select * from contact_submissions order by created_at");

/** Returns a valid body of `bytes` bytes. */
const sized = (bytes: number) =>
  JSON.stringify(least) + " ".repeat(bytes - Buffer.byteLength(JSON.stringify(least)));

const post = (body: unknown, headers?: Record<string, string>) =>
  edge.fetch("/api/contact", json(body, headers));

async function problem(response: Response): Promise<{ status: number; code: string; errors?: unknown }> {
  expect(response.headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
  const body = (await response.json()) as Record<string, never>;
  expect(body).toMatchObject({ type: "about:blank", title: expect.any(String), status: response.status });
  expect(body.request_id).toBe(response.headers.get("X-Request-Id"));
  return body as never;
}

describe("a message is accepted", () => {
  test("and every field is stored", async () => {
    const response = await post(whole);
    expect(response.status).toBe(201);
    const { id, status } = (await response.json()) as { id: string; status: string };
    expect(status).toBe("stored");
    const { service, ...rest } = whole;
    expect(await stored()).toEqual([
      {
        ...rest,
        service_type: service,
        ...Object.fromEntries(wishFields.map((field) => [submissionNames[field], null])),
        id,
        read: false,
        spam: false,
        doubts: [],
        first_read_at: null,
        created_at: expect.any(Date),
      },
    ]);
  });

  test("with a name and an address only", async () => {
    expect((await post(least)).status).toBe(201);
    expect(await stored()).toMatchObject([{ ...least, phone: null, message: null, language: "es" }]);
  });

  test.each(["a", "ñ", "😀"])("at the limits of length, counted in characters (%s)", async (character) => {
    const response = await post({
      ...least,
      name: character.repeat(200),
      company: character.repeat(200),
      message: character.repeat(5000),
    });
    expect(response.status).toBe(201);
  });

  test("with a body of exactly 64 KB", async () => {
    const response = await edge.fetch("/api/contact", { ...json(null), body: sized(64 * 1024) });
    expect(response.status).toBe(201);
  });

  test("as plain text, regardless of its content", async () => {
    const name = "Robert'); drop table contact_submissions; --";
    expect((await post({ ...least, name })).status).toBe(201);
    expect(await stored()).toMatchObject([{ name }]);
  });
});

describe("a message is rejected", () => {
  test.each([
    [{ ...least, nickname: "x" }, [{ field: "nickname", code: "unknown_field" }]],
    [
      {},
      [
        { field: "name", code: "required" },
        { field: "email", code: "required" },
      ],
    ],
    [
      { name: "\ud83d", email: "a\ud800@b.co", phone: "\udc00", company: "\ud800", message: "\ud800" },
      ["name", "email", "phone", "company", "message"].map((field) => ({
        field,
        code: "invalid_characters",
      })),
    ],
  ])("with every refused field named (%#)", async (body, errors) => {
    const response = await post(body);
    expect(response.status).toBe(422);
    expect(await problem(response)).toMatchObject({ code: "invalid_fields", errors });
    expect(await stored()).toEqual([]);
  });

  test.each(["null", "[]", '"text"', "7"])("as 422 when the JSON is %s, not an object", async (body) => {
    const response = await edge.fetch("/api/contact", { ...json(null), body });
    expect(response.status).toBe(422);
    await problem(response);
  });

  test.each(["multipart/form-data; boundary=x", "application/jsonp"])(
    "as 415 when it is of the type %j",
    async (type) => {
      const response = await edge.fetch("/api/contact", {
        method: "POST",
        headers: { "Content-Type": type },
        body: Buffer.from(JSON.stringify(least)),
      });
      expect(response.status).toBe(415);
      expect(await problem(response)).toMatchObject({ code: "unsupported_media_type" });
    },
  );

  test("as 413 when a body without a length exceeds the limit", async () => {
    let sent = 0;
    const response = await edge.fetch("/api/contact", {
      ...json(null),
      body: new ReadableStream({
        pull(controller) {
          sent += 16_384;
          if (sent > 1_048_576) controller.close();
          else controller.enqueue(new Uint8Array(16_384).fill(32));
        },
      }),
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
  });
});

test("hostile text is either stored or rejected", async () => {
  const field = fc.constantFrom("name", "email", "phone", "company", "service", "source", "message", "x");
  await fc.assert(
    fc.asyncProperty(field, hostileText, fc.boolean(), async (name, value, asForm) => {
      const body = { ...least, [name]: value };
      const response = await (asForm
        ? edge.fetch("/api/contact", {
            method: "POST",
            headers: { Origin: origin },
            body: new URLSearchParams(body),
          })
        : post(body));
      expect(asForm ? [303] : [201, 422]).toContain(response.status);
    }),
    { numRuns: 120 },
  );
  expect((await stored()).map(({ email }) => email)).toSatisfy((emails: string[]) =>
    emails.every((email) => email === email.trim()),
  );
});

describe("an idempotency key", () => {
  test("returns the first answer again for the same message", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await post(whole, headers);
    const second = await post(whole, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
    expect(await stored()).toHaveLength(1);
  });

  test("does not restore a deleted message", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await (await post(whole, headers)).json();
    await edge.database.asOwner("delete from contact_submissions");
    expect(await (await post(whole, headers)).json()).toEqual(first);
    expect(await stored()).toEqual([]);
  });

  test("is rejected for another message", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    await post(whole, headers);
    const response = await post({ ...whole, message: "Otra cosa" }, headers);
    expect(response.status).toBe(409);
    expect(await problem(response)).toMatchObject({ code: "idempotency_conflict" });
    expect(await stored()).toHaveLength(1);
  });

  test("stores one message and one mail for ten requests at once", async () => {
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        post(whole, { "Idempotency-Key": index % 2 ? key : key.toUpperCase() }),
      ),
    );
    const ids = await Promise.all(
      responses.map(async (response) => ((await response.json()) as { id: string }).id),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(ids).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    const mails = await edge.database.asOwner("select kind from outgoing_mails order by kind");
    expect(mails).toEqual([{ kind: "contact_acknowledgement" }, { kind: "contact_notice" }]);
  });

  test.each(["7", "not-a-uuid"])("is rejected when it is %j, not a UUID", async (key) => {
    const response = await post(least, { "Idempotency-Key": key });
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({ code: "malformed_request" });
    expect(await stored()).toEqual([]);
  });
});

describe("the form without JavaScript", () => {
  const send = (fields: Record<string, string>, headers: Record<string, string> = { Origin: origin }) =>
    edge.fetch("/api/contact", { method: "POST", body: new URLSearchParams(fields), headers });

  test.each([
    ["es", "/contacto", "enviado"],
    ["en", "/en/contact", "sent"],
  ])("leads to the confirmation in its language (%s)", async (language, address, fragment) => {
    const response = await send({ ...whole, language });
    expect(response.status).toBe(303);
    const [{ id = "" } = {}] = (await stored()) as { id: string }[];
    const reference = toReference(id);
    expect(response.headers.get("Location")).toBe(`${address}?reference=${reference}#${fragment}`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await stored()).toMatchObject([{ name: whole.name, service_type: "cctv", language }]);
  });

  test("treats empty fields as absent", async () => {
    await send({ ...least, phone: "", company: "", service: "", source: "", message: "", language: "es" });
    expect(await stored()).toMatchObject([{ phone: null, service_type: null, source: null, message: null }]);
  });

  test.each([
    [{ ...whole, name: " " }, "/en/contact#error-name"],
    [{ ...whole, language: "es", email: "ana" }, "/contacto#error-email"],
    [{ ...whole, message: "x".repeat(5001) }, "/en/contact#error-message"],
    [{ ...whole, name: "", email: "" }, "/en/contact#error-name"],
    [{ ...whole, language: "xx" }, "/contacto#error-language"],
    [{ ...whole, "</a>": "x" }, "/en/contact#error-form"],
    [{ ...whole, email: "a@b.co\n" }, "/en/contact#error-email"],
  ])("leads back to the first invalid field (%#)", async (fields, address) => {
    const response = await send(fields);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")?.replace(/\?form=[\da-f-]{36}/, "")).toBe(address);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["message", "%ED%A0%80"],
    ["company", "Jos%e9"],
  ])("leads back to a field that is not UTF-8 (%s)", async (field, encoded) => {
    const response = await edge.fetch("/api/contact", {
      method: "POST",
      headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
      body: `name=Jos%C3%A9+100%&email=a%40b.co&${field}=${encoded}`,
    });
    const location = response.headers.get("Location")?.replace(/\?form=[\da-f-]{36}/, "");
    expect([response.status, location]).toEqual([303, `/contacto#error-${field}`]);
    expect(await stored()).toEqual([]);
  });

  test("stores the same text as JSON, with line breaks of one character each", async () => {
    const lines = `${"a\r\n".repeat(2_499)}ab`;
    expect((await send({ ...least, message: lines })).headers.get("Location")).toMatch(/#enviado$/);
    await post({ ...least, message: lines });
    const text = lines.replaceAll("\r\n", "\n");
    expect(text).toHaveLength(5_000);
    expect((await stored()).map(({ message }) => message)).toEqual([text, text]);
  });

  test("is one message when it is posted twice, with the mails of one message", async () => {
    const network = { Origin: origin, "CF-Connecting-IP": "198.51.100.77" };
    const answers = await Promise.all([send(whole, network), send(whole, network)]);
    const addresses = answers.map(({ headers }) => headers.get("Location"));
    expect(addresses).toEqual([addresses[0], addresses[0]]);
    expect(await stored()).toHaveLength(1);
    const mails = await edge.database.asOwner("select kind from outgoing_mails");
    expect(new Set(mails.map(({ kind }) => kind)).size).toBe(mails.length);
    await send({ ...whole, message: "Otra cosa." }, network);
    await send(whole);
    expect(await stored()).toHaveLength(3);
  });

  test("is one message when it is posted twice within minutes, even across a window boundary", async () => {
    const network = { Origin: origin, "CF-Connecting-IP": "198.51.100.78" };
    const windowMs = 10 * 60_000;
    // The middle of a key's time window, so that a slow request stays in it.
    await edge.advanceClock(1.5 * windowMs - (edge.now() % windowMs));
    const first = await send(whole, network);
    await edge.advanceClock(windowMs);
    const second = await send(whole, network);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await stored()).toHaveLength(1);
    await edge.advanceClock(windowMs);
    await send(whole, network);
    expect(await stored()).toHaveLength(2);
  });

  test("redirects a browser that opens its address to the form", async () => {
    const headers = { Accept: "text/html,*/*;q=0.8", "Accept-Language": "en-US,es;q=0.5" };
    const response = await edge.fetch("/api/contact", { headers });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/en/contact"]);
    expect((await edge.fetch("/api/contact")).status).toBe(405);
  });

  test.each<[string, Record<string, string>]>([
    ["a foreign origin", { Origin: "https://elsewhere.example" }],
    ["an origin that begins like the site's", { Origin: `${origin}.elsewhere.example` }],
    ["a hidden origin", { Origin: "null" }],
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["a sister site", { "Sec-Fetch-Site": "same-site", Origin: origin }],
  ])("is rejected from %s", async (_, headers) => {
    const response = await send(whole, headers);
    expect(response.status).toBe(403);
    expect(await problem(response)).toMatchObject({ code: "foreign_origin" });
    expect(await stored()).toEqual([]);
  });

  test("is accepted from the site's own page whose referrer policy hides the origin", async () => {
    const response = await send(whole, { Origin: "null", "Sec-Fetch-Site": "same-origin" });
    expect(response.headers.get("Location")).toMatch(/^\/en\/contact\?reference=[\dA-F-]{9}#sent$/);
  });
});
