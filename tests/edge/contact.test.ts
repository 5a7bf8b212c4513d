import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { toReference } from "#functions/contract/reference.ts";
import { startEdge } from "../support/edge.ts";
import { formPost, json, origin } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(() => edge.forgetMessages());

const minimalMessage = { name: "Ana Pérez", email: "ana@cliente.example" };
const fullMessage = {
  ...minimalMessage,
  phone: "+506 0000 0000",
  company: "Pérez & Hijos",
  service: "cctv",
  source: "other",
  message: "Hola.\nQuiero 4 cámaras 📷.",
  language: "en",
};
const listStored = () => edge.database.asOwner("select * from contact_submissions order by created_at");

/** Returns a valid body of `bytes` bytes. */
const padBody = (bytes: number) =>
  JSON.stringify(minimalMessage) + " ".repeat(bytes - Buffer.byteLength(JSON.stringify(minimalMessage)));

const post = (body: unknown, headers?: Record<string, string>) =>
  edge.fetch("/api/contact", json(body, headers));

describe("a message is accepted", () => {
  test("with a name and an address only", async () => {
    expect((await post(minimalMessage)).status).toBe(201);
    expect(await listStored()).toMatchObject([
      { ...minimalMessage, phone: null, message: null, language: "es" },
    ]);
  });

  test("with a body of exactly 64 KB", async () => {
    const response = await edge.fetch("/api/contact", { ...json(null), body: padBody(64 * 1024) });
    expect(response.status).toBe(201);
  });

  test("as plain text, regardless of its content", async () => {
    const name = "Robert'); drop table contact_submissions; --";
    expect((await post({ ...minimalMessage, name })).status).toBe(201);
    expect(await listStored()).toMatchObject([{ name }]);
  });
});

describe("a message is rejected", () => {
  test("as 413 when a body without a length exceeds the limit", async () => {
    let sentBytes = 0;
    const response = await edge.fetch("/api/contact", {
      ...json(null),
      body: new ReadableStream({
        pull(controller) {
          sentBytes += 16_384;
          if (sentBytes > 1_048_576) controller.close();
          else controller.enqueue(new Uint8Array(16_384).fill(32));
        },
      }),
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
  });
});

describe("an idempotency key", () => {
  test("stores one message and one mail for ten requests at once", async () => {
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        post(fullMessage, { "Idempotency-Key": index % 2 ? key : key.toUpperCase() }),
      ),
    );
    const ids = await Promise.all(
      responses.map(async (response) => ((await response.json()) as { id: string }).id),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(ids).size).toBe(1);
    expect(await listStored()).toHaveLength(1);
    const mails = await edge.database.asOwner("select kind from outgoing_mails order by kind");
    expect(mails).toEqual([{ kind: "contact_acknowledgement" }, { kind: "contact_notice" }]);
  });
});

describe("the form without JavaScript", () => {
  const send = (...form: Parameters<typeof formPost>) => edge.fetch("/api/contact", formPost(...form));

  test.each([
    ["es", "/contacto", "enviado"],
    ["en", "/en/contact", "sent"],
  ])("leads to the confirmation in its language (%s)", async (language, address, fragment) => {
    const response = await send({ ...fullMessage, language });
    expect(response.status).toBe(303);
    const [{ id = "" } = {}] = (await listStored()) as { id: string }[];
    const reference = toReference(id);
    expect(response.headers.get("Location")).toBe(`${address}?reference=${reference}#${fragment}`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await listStored()).toMatchObject([{ name: fullMessage.name, service_type: "cctv", language }]);
  });

  test.each([
    [{ ...fullMessage, name: "", email: "" }, "/en/contact#error-name"],
    [{ ...fullMessage, language: "xx" }, "/contacto#error-form"],
  ])("leads back to the first invalid field (%#)", async (fields, address) => {
    const response = await send(fields);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")?.replace(/\?form=[\da-f-]{36}/, "")).toBe(address);
    expect(await listStored()).toEqual([]);
  });

  test.each([
    ["message", "%ED%A0%80"],
    ["company", "Jos%e9"],
  ])("leads back to a field that is not UTF-8 (%s)", async (field, encoded) => {
    const response = await edge.fetch("/api/contact", {
      ...formPost({}),
      body: `name=Jos%C3%A9+100%&email=a%40b.co&${field}=${encoded}`,
    });
    const location = response.headers.get("Location")?.replace(/\?form=[\da-f-]{36}/, "");
    expect([response.status, location]).toEqual([303, `/contacto#error-${field}`]);
    expect(await listStored()).toEqual([]);
  });

  test("is one message when it is posted twice, with the mails of one message", async () => {
    const network = { Origin: origin, "CF-Connecting-IP": "198.51.100.77" };
    const answers = await Promise.all([send(fullMessage, network), send(fullMessage, network)]);
    const addresses = answers.map(({ headers }) => headers.get("Location"));
    expect(addresses).toEqual([addresses[0], addresses[0]]);
    expect(await listStored()).toHaveLength(1);
    const mails = await edge.database.asOwner("select kind from outgoing_mails");
    expect(new Set(mails.map(({ kind }) => kind)).size).toBe(mails.length);
    await send({ ...fullMessage, message: "Otra cosa." }, network);
    await send(fullMessage);
    expect(await listStored()).toHaveLength(3);
  });

  test("is one message when it is posted twice within minutes, even across a window boundary", async () => {
    const network = { Origin: origin, "CF-Connecting-IP": "198.51.100.78" };
    const windowMs = 10 * 60_000;
    // The middle of a key's time window, so that a slow request stays in it.
    await edge.advanceClock(1.5 * windowMs - (edge.now() % windowMs));
    const firstResponse = await send(fullMessage, network);
    await edge.advanceClock(windowMs);
    const secondResponse = await send(fullMessage, network);
    expect(secondResponse.headers.get("Location")).toBe(firstResponse.headers.get("Location"));
    expect(await listStored()).toHaveLength(1);
    await edge.advanceClock(windowMs);
    await send(fullMessage, network);
    expect(await listStored()).toHaveLength(2);
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
    const response = await send(fullMessage, headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "foreign_origin" });
    expect(await listStored()).toEqual([]);
  });

  test("is accepted from the site's own page whose referrer policy hides the origin", async () => {
    const response = await send(fullMessage, { Origin: "null", "Sec-Fetch-Site": "same-origin" });
    expect(response.headers.get("Location")).toMatch(/^\/en\/contact\?reference=[\dA-F-]{9}#sent$/);
  });
});
