import { appendFile, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type LocalMail, startMailbox } from "#local/mail/server.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const mail = {
  from: "Guaria <hola@guaria.example>",
  to: ["avisos@guaria.example"],
  subject: "Mensaje de María <José>",
  text: "¡Hola! Abra https://guaria.example/buzon?a=1&b=2 y <b>lea</b>.",
  html: "<p>¡Hola!</p><script>document.title = 'taken'</script>",
  reply_to: "maria@cliente.example",
};

describe("the local mailbox", () => {
  const root = createTestFolder();
  let directory: string;
  let mailbox: LocalMail;

  beforeEach(async () => {
    await mailbox?.close();
    directory = await mkdtemp(join(root, "box-"));
    mailbox = await startMailbox({ port: 0, directory });
  });

  afterAll(() => mailbox.close());

  const post = (body: unknown, headers: Record<string, string> = { Authorization: "Bearer key" }) =>
    fetch(`${mailbox.origin}/emails`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const listMessages = async () => (await fetch(`${mailbox.origin}/messages`)).json();
  const get = async (path: string) => {
    const response = await fetch(`${mailbox.origin}${path}`);
    return { status: response.status, headers: response.headers, body: await response.text() };
  };

  test("accepts mails and lists them as JSON, newest first", async () => {
    const first = await post(mail);
    expect(first.status).toBe(200);
    const { id } = await first.json();
    await post({
      ...mail,
      to: "una@guaria.example",
      subject: "Segundo",
      html: undefined,
      reply_to: undefined,
    });
    expect(await listMessages()).toEqual([
      expect.objectContaining({ to: ["una@guaria.example"], subject: "Segundo", html: null, reply_to: [] }),
      {
        id,
        to: mail.to,
        from: mail.from,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        reply_to: [mail.reply_to],
        headers: {},
        tags: {},
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
  });

  test("accepts a mail once for an idempotency key, even if it arrives twice in parallel", async () => {
    const headers = { Authorization: "Bearer key", "Idempotency-Key": "one" };
    const answers = await Promise.all([post(mail, headers), post(mail, headers)]);
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).id));
    expect(ids[0]).toBe(ids[1]);
    expect(await listMessages()).toHaveLength(1);
    await post(mail, { ...headers, "Idempotency-Key": "two" });
    expect(await listMessages()).toHaveLength(2);
  });

  test("keeps mails and keys after a restart, and after a half-written line", async () => {
    const headers = { Authorization: "Bearer key", "Idempotency-Key": "one" };
    const { id } = await (await post(mail, headers)).json();
    await mailbox.close();
    await appendFile(join(directory, "messages.ndjson"), '{"message":{"id":"hal');
    mailbox = await startMailbox({ port: 0, directory });
    expect((await (await post(mail, headers)).json()).id).toBe(id);
    await post({ ...mail, subject: "Después" });
    await mailbox.close();
    mailbox = await startMailbox({ port: 0, directory });
    expect((await listMessages()).map(({ subject }: { subject: string }) => subject)).toEqual([
      "Después",
      mail.subject,
    ]);
  });

  test.each([
    ["no key", {}],
    ["another scheme", { Authorization: "Basic a2V5" }],
    ["an empty key", { Authorization: "Bearer " }],
  ])("rejects a mail with %s: 401", async (_, headers) => {
    const response = await post(mail, headers as Record<string, string>);
    expect([response.status, (await response.json()).name]).toEqual([401, "missing_api_key"]);
    expect(await listMessages()).toEqual([]);
  });

  test.each([
    ["from", { ...mail, from: undefined }],
    ["to", { ...mail, to: [] }],
    ["subject", { ...mail, subject: "" }],
    ["html` or `text", { ...mail, html: undefined, text: undefined }],
  ])("names a missing `%s`: 422", async (field, body) => {
    const response = await post(body);
    expect([response.status, await response.json()]).toEqual([
      422,
      { statusCode: 422, name: "missing_required_field", message: `Missing \`${field}\` field.` },
    ]);
  });

  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a malformed address", { ...mail, to: ["nadie"] }],
  ])("rejects %s: 422", async (_, body) => {
    expect((await post(body)).status).toBe(422);
    expect(await listMessages()).toEqual([]);
  });

  test("shows its mails on a page that runs no script", async () => {
    expect((await get("/")).body).toContain("No mail yet.");
    const { id } = await (await post(mail)).json();
    await post({ ...mail, subject: "Otro" });
    const page = await get(`/?message=${id}`);
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(page.body).toContain("<h2>Mensaje de María &lt;José&gt;</h2>");
    expect(page.body).toContain("&lt;b&gt;lea&lt;/b&gt;");
    expect(page.body).toContain(
      '<a href="https://guaria.example/buzon?a=1&amp;b=2" target="_blank" rel="noreferrer">',
    );
    expect(page.body).toContain(`src="/messages/${id}/html" sandbox=`);
    expect((await get("/page.css")).headers.get("content-type")).toBe("text/css; charset=utf-8");
  });

  test("shows a mail's HTML in a sandbox without scripts", async () => {
    const { id } = await (await post(mail)).json();
    const html = await get(`/messages/${id}/html`);
    expect(html.body).toContain(mail.html);
    expect(html.headers.get("content-security-policy")).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/,
    );
  });

  test("offers replies to a mail with a reply address, and to no other", async () => {
    await post(mail);
    expect((await get("/")).body).not.toContain("<form");
    await post({ ...mail, reply_to: `reply+${"0".repeat(32)}@reply.guaria.example` });
    const { body } = await get("/");
    const names = [...body.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, name]) => name);
    expect(names).toEqual(["Reply", "Reply as somebody else", "Reply with attachment", "Out of office"]);
  });

  test("hands over what a form of its page says, and returns to the page", async () => {
    const reply_to = `reply+${"0".repeat(32)}@reply.guaria.example`;
    const { id } = await (await post({ ...mail, reply_to })).json();
    const form = new FormData();
    form.set("text", "Sí, gracias");
    form.set("from", "eva@ajena.example");
    form.set("verdict", "fail");
    form.append("attachment", new File(["hola"], "año 1.txt", { type: "text/plain" }));
    const address = `${mailbox.origin}/messages/${id}/reply`;
    const answer = await fetch(address, { method: "POST", body: form, redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/?message=${id}&replied`]);
    expect((await get(`/?message=${id}&replied`)).body).toContain('role="status"');
    const { data } = JSON.parse((await get("/emails/receiving")).body);
    const { attachments, ...received } = await PostalMime.parse((await get(`/inbound/${data[0].id}`)).body);
    expect(received).toMatchObject({
      from: { address: "eva@ajena.example" },
      to: [{ address: reply_to }],
      text: expect.stringMatching(/^Sí, gracias\n\nOn .* wrote:\n\n> ¡Hola!/),
    });
    expect(received.headers.find(({ key }) => key === "authentication-results")?.value).toContain(
      "dmarc=fail",
    );
    expect(attachments).toMatchObject([{ filename: "año 1.txt", mimeType: "text/plain" }]);
    const unknownVerdict = new FormData();
    unknownVerdict.set("text", "Hola");
    unknownVerdict.set("verdict", "perhaps");
    expect((await fetch(address, { method: "POST", body: unknownVerdict })).status).toBe(422);
  });

  test("is healthy, and answers 404 to unknown addresses", async () => {
    expect(await get("/health")).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect((await get("/nowhere")).status).toBe(404);
    expect((await get("/messages/nowhere/html")).status).toBe(404);
  });
});
