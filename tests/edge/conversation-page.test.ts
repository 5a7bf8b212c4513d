import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { trapField } from "#functions/contract/contact.ts";
import type { Entry } from "#functions/contract/conversation.schema.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { deriveConversationToken } from "#functions/kernel/crypto/links.ts";
import { toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { listMarkupFaults } from "../support/markup.ts";
import { formPost, json, origin } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

// The customer's page without JavaScript: forms whose answers are pages.

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
beforeEach(() => edge.forgetMessages());

const hostileText = `<script>alert(1)</script> \u202eabc 👩\u200d💻 ${"x".repeat(9_900)} </textarea>&amp;`;

/** Stores a message with a sent answer, and returns the token of the answer's link. */
async function insertConversation(
  fields: Record<string, unknown> = {},
): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const row = { id, name: "Ricardo", email: "ricardo@cliente.example", message: "Tenemos 14.", ...fields };
  await edge.database.asOwner(...toInsert("contact_submissions", row));
  const body = { text: "Hola Ricardo", revision: 1 };
  const response = await edge.fetch(`/api/submissions/${id}/answers`, json(body, admin));
  const { id: answerId } = (await response.json()) as Entry;
  await edge.database.asOwner("update conversation_entries set delivery = 'sent' where id = $1", [answerId]);
  const { signing } = await parseSigningKeys(String(edge.bindings.AUTH_KEYS));
  return { id, token: await deriveConversationToken(signing.oneTimeSecret, answerId) };
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  edge.fetch(path, formPost(fields, { Origin: origin, ...headers }));
const open = (fields: Record<string, string>, headers = {}) => post("/api/conversation", fields, headers);
const reply = (fields: Record<string, string>, headers = {}) =>
  post("/api/conversation/entries", fields, headers);
const readField = (page: string, name: string) =>
  new RegExp(`<input[^>]* name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
const listReplies = (id: string) =>
  edge.database.asOwner(
    "select text from conversation_entries where submission_id = $1 and kind = 'customer' order by created_at",
    [id],
  );

describe("the customer's page without JavaScript", () => {
  test.each([
    ["es", "/conversacion", "Tu conversación con nosotros", "Tú"],
    ["en", "/en/conversation", "Your conversation with us", "You"],
  ])("opens by a pasted link, and takes a reply (%s)", async (language, path, title, you) => {
    const { id, token } = await insertConversation();
    const response = await open({ token: ` https://vitrina.example${path}#${token}\n`, language });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(await listMarkupFaults(page)).toEqual([]);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(`<bdi>${you}</bdi>`);
    expect(page).toContain(">Hola Ricardo</p>");
    const fields = {
      language,
      token: readField(page, "token"),
      key: readField(page, "key"),
      text: "Sí.\r\nGracias.",
    };
    const answered = await reply(fields);
    expect(answered.status).toBe(200);
    const confirmation = await answered.text();
    expect(confirmation).toMatch(/role="status">(Recibimos tu mensaje|We got your message)\./);
    expect(confirmation).toContain(">Sí.\nGracias.</p>");
    // A reload of the response posts the form again.
    await reply(fields);
    expect(await listReplies(id)).toEqual([{ text: "Sí.\nGracias." }]);
    expect(readField(confirmation, "key")).not.toBe(fields.key);
  });

  test("names the team as the author of an answer whose account was deleted", async () => {
    const { id, token } = await insertConversation();
    await edge.database.asOwner(
      "update conversation_entries set author = gen_random_uuid() where submission_id = $1",
      [id],
    );
    expect(await (await open({ token })).text()).toContain("<bdi>Nuestro equipo</bdi>");
  });

  test("has the token in no address, header or cookie, and a policy without scripts and other sites", async () => {
    const { token } = await insertConversation();
    const response = await open({ token });
    expect(JSON.stringify([...response.headers])).not.toContain(token);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
    });
    expect(headers).not.toHaveProperty("set-cookie");
    expect(await response.text()).toContain('<meta name="robots" content="noindex">');
  });

  test("shows hostile text as text, from both sides", async () => {
    const { id, token } = await insertConversation({ message: hostileText.slice(0, 5_000) });
    const page = await (await reply({ token, text: hostileText })).text();
    expect(await listReplies(id)).toEqual([{ text: hostileText }]);
    expect(page).not.toContain("<script");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; \u202eabc 👩\u200d💻");
    expect(await listMarkupFaults(page)).toEqual([]);
    const tooLong = await reply({ token, text: hostileText + "x".repeat(50_000) });
    expect(tooLong.status).toBe(422);
    const html = await tooLong.text();
    expect(html).toContain("10.000 caracteres");
    expect(html).toMatch(/<textarea[^>]*>\n&lt;script&gt;/);
    expect(html).toContain("x".repeat(50_000));
    expect(html).toContain(">Hola Ricardo</p>");
  });

  test.each(["unknown", "empty", "revoked", "expired"])(
    "shows the same words and keeps the typed text for a link that is %s",
    async (reason) => {
      const { id, token } = await insertConversation();
      if (reason === "revoked")
        await edge.database.asOwner("update conversation_entries set link_hash = null");
      if (reason === "expired")
        await edge.database.asOwner("delete from contact_submissions where id = $1", [id]);
      const link = { unknown: "A".repeat(43), empty: "" }[reason] ?? token;
      for (const response of [
        await open({ token: link, text: "Hola" }),
        await reply({ token: link, text: "Hola" }),
      ]) {
        expect(response.status).toBe(404);
        const page = await response.text();
        expect(page).toContain("Este enlace no lleva a ninguna conversación.");
        expect(page).toMatch(/<textarea[^>]*>\nHola<\/textarea>/);
        expect(page).not.toContain("Tenemos 14.");
      }
    },
  );

  test("of another site's form is rejected, and nothing of the form is shown or stored", async () => {
    const { id, token } = await insertConversation();
    for (const headers of [{ Origin: "https://evil.example" }, { "Sec-Fetch-Site": "cross-site" }]) {
      const response = await reply({ token, text: "Ajeno" }, headers);
      expect(response.status).toBe(403);
      const page = await response.text();
      expect(page).not.toContain("Ajeno");
      expect(page).not.toContain("Tenemos 14.");
    }
    expect(await listReplies(id)).toEqual([]);
  });

  test.each([
    ["a filled honeypot field alone", { text: "Con trampa", [trapField]: "x" }, 1],
    ["a filled honeypot field and a link", { text: "Mira https://a.example/1", [trapField]: "x" }, 0],
    [
      "many links and phrases of spam",
      {
        text: "viagra cialis https://a.example/1 https://b.example/2 https://c.example/3 https://d.example/4",
      },
      0,
    ],
  ])("stores a reply with %s, and mails a notice unless it looks like spam", async (_, fields, notices) => {
    const { id, token } = await insertConversation();
    await reply({ token, ...fields });
    expect(await listReplies(id)).toEqual([{ text: fields.text }]);
    expect(
      await edge.database.asOwner("select id from outgoing_mails where kind = 'reply_notice'"),
    ).toHaveLength(notices);
    expect(
      await edge.database.asOwner("select state, read from contact_submissions where id = $1", [id]),
    ).toEqual([{ state: "unanswered", read: false }]);
  });

  test("keeps an empty reply's form, and leads a browser that opens its address to the page", async () => {
    const { token } = await insertConversation();
    const response = await reply({ token, text: " \r\n", language: "en" });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("Your message is empty.");
    const page = await edge.fetch("/api/conversation", {
      headers: { Accept: "text/html", "Accept-Language": "en" },
      redirect: "manual",
    });
    expect([page.status, page.headers.get("Location")]).toEqual([303, "/en/conversation"]);
  });
});
