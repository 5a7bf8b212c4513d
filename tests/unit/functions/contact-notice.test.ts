import * as v from "valibot";
import { expect, test } from "vitest";
import { storedMail } from "#functions/mail/outgoing-mail.ts";
import { erasureNotice } from "#functions/mail/templates/company.ts";
import { contactNotice, unkeptMessage } from "#functions/mail/templates/contact-notice.ts";
import { emptyMessage } from "../../support/contact-message.ts";

const sender = { brand: "Guaria Digital", siteOrigin: "https://vitrina.example" };
const id = "0b7e7a5c-6f0e-4c5e-9d0f-3f6b1c2d4e5f";
const message = {
  ...emptyMessage,
  id,
  name: "Ana Pérez",
  email: "ana@cliente.example",
  company: "Pérez & Hijos",
  service: "web-development",
  source: "recommendation",
  plan: "TI Básico",
  meeting_day: "2026-12-01",
  meeting_part: "afternoon",
  message: "Hola.\n<b>Quiero</b> un sitio.",
  language: "en",
} as const;

test("the notice is in Spanish with all fields, and replies go to the sender", async () => {
  const mail = await contactNotice(message, sender);
  expect(mail.subject).toBe("Reunión: martes 1 dic, tarde · Plan: TI Básico · Ana Pérez · 0B7E-7A5C");
  expect(mail.replyTo).toBe("ana@cliente.example");
  expect(mail.text).toBe(
    [
      "Reunión: martes 1 dic, tarde · Plan: TI Básico",
      "",
      "Nombre: Ana Pérez",
      "Correo: ana@cliente.example",
      "Empresa: Pérez & Hijos",
      "Servicio: Diseño y desarrollo web",
      "Plan: TI Básico",
      "Día para reunirse: martes, 1 de diciembre de 2026",
      "Momento del día: Por la tarde (hora de Costa Rica)",
      "Cómo supo de nosotros: Recomendación",
      "Idioma: Inglés",
      "Referencia: 0B7E-7A5C",
      "",
      "Hola.\n<b>Quiero</b> un sitio.",
      "",
      "Responder en el buzón:",
      `https://vitrina.example/buzon?m=${id}`,
      "",
    ].join("\n"),
  );
  expect(mail.html).toContain(`href="https://vitrina.example/buzon?m=${id}"`);
});

const plain = { ...message, plan: null, meeting_day: null, meeting_part: null };

test("a meeting without a text is the first line, and no line says that there is no message", async () => {
  for (const wish of [
    { ...plain, message: null, meeting_day: "2026-12-02", meeting_part: "morning" },
    { ...plain, message: null, plan: "TI Básico" },
  ] as const) {
    const { subject, text, html } = await contactNotice(wish, sender);
    const line = wish.plan ? "Plan: TI Básico" : "Reunión: miércoles 2 dic, mañana";
    expect(subject).toBe(`${line} · Ana Pérez · 0B7E-7A5C`);
    expect(text.split("\n")[0]).toBe(line);
    expect(html).toContain(`<h1>${line}\u00a0· Ana Pérez</h1>`);
    expect(text + html).not.toMatch(/sin mensaje/i);
  }
});

test("line breaks and paragraphs survive in a mail program without style sheets", async () => {
  const { html } = await contactNotice(
    { ...plain, message: "Hola.\nUno\u2028dos\n\n\u05d0\u05d1\r\nfin" },
    sender,
  );
  expect(html).toContain(
    '<p class="message" dir="auto">Hola.<br>Uno<br>dos</p>\n<p class="message" dir="auto">\u05d0\u05d1<br>fin</p>',
  );
});

test("the sender's text is escaped in the HTML", async () => {
  const { html } = await contactNotice({ ...message, name: `<img src=x onerror="a('b')">` }, sender);
  expect(html).toContain("Pérez &amp; Hijos");
  expect(html).toContain("&lt;b&gt;Quiero&lt;/b&gt;");
  expect(html).toContain("&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;");
  expect(html).not.toMatch(/<(img|b)\b/);
});

test("removes line breaks of the sender from the subject", async () => {
  const { subject } = await contactNotice({ ...plain, name: "Ana\r\nBcc: x@y.example\u2028z" }, sender);
  expect(subject).toBe("Nuevo mensaje de Ana Bcc: x@y.example z · 0B7E-7A5C");
});

test("a name does not change the direction of the subject", async () => {
  const getSubject = async (name: string) => (await contactNotice({ ...plain, name }, sender)).subject;
  expect(await getSubject("Ana\u202e")).toBe("Nuevo mensaje de Ana · 0B7E-7A5C");
  expect(await getSubject("\u05d0\u05d1")).toBe("Nuevo mensaje de \u2068\u05d0\u05d1\u2069 · 0B7E-7A5C");
});

test("direction marks of the sender change neither the preview text nor a field", async () => {
  const { text, html } = await contactNotice(
    { ...plain, company: "\u202eabc", message: "\u202eHola\u2066 \u05d0\u05d1" },
    sender,
  );
  expect(html).toContain('overflow:hidden">\u2068Hola \u05d0\u05d1\u2069</div>');
  expect(html).toContain('<td dir="auto">abc</td>');
  expect(text).toContain("\nEmpresa: abc\n");
});

/** Lists the links in the HTML of a mail below its button's and its site's, as pairs of address and text. */
const listSenderLinks = (html: string) =>
  Array.from(html.matchAll(/<a href="([^"]+)" dir="ltr">([^<]+)<\/a>/g), ([, address, text]) => [
    address,
    text,
  ]);

test("the sender's email address is a mail link that adds no header", async () => {
  const { html, text } = await contactNotice({ ...plain, email: "a?bcc=x&b@cliente.example" }, sender);
  expect(listSenderLinks(html)).toEqual([
    ["mailto:a%3Fbcc%3Dx%26b@cliente.example", "a?bcc=x&amp;b@cliente.example"],
  ]);
  expect(text).toContain("\nCorreo: a?bcc=x&b@cliente.example\n");
});

test("telephone numbers of the field and of the text call, and mobile ones open WhatsApp", async () => {
  const phone = "8888-8888 / 2222-2222 ext 104";
  const message = "Horario: L-V 8-5 <8888 8888>\n(27-11-2026)\n+1 305 555 0123";
  for (const create of [
    contactNotice,
    (...[fields]: Parameters<typeof contactNotice>) => unkeptMessage(fields, "token", sender),
  ]) {
    const { html, text } = await create({ ...plain, phone, message }, sender);
    expect(listSenderLinks(html)).toEqual([
      ["tel:+50688888888", "8888 8888"],
      ["https://wa.me/50688888888", "abrir\u00a0WhatsApp"],
      ["tel:+13055550123", "+1 305 555 0123"],
      ["https://wa.me/13055550123", "abrir\u00a0WhatsApp"],
      ["mailto:ana@cliente.example", "ana@cliente.example"],
      ["tel:+50688888888", "8888-8888"],
      ["https://wa.me/50688888888", "abrir\u00a0WhatsApp"],
      ["tel:+50622222222;ext=104", "2222-2222 ext 104"],
    ]);
    expect(html).toContain('Horario: L-V 8-5 &lt;<a href="tel:');
    expect(html).toContain("&gt;<br>(27-11-2026)<br><a");
    expect(text).toContain(`\nTeléfono: ${phone}\n`);
    expect(text).toContain(`\n${message}\n`);
  }
});

test("labels of fields are at the left and whole in a mail program without style sheets", async () => {
  const { html } = await contactNotice(message, sender);
  expect(html).toContain('<th scope="row" align="left" valign="top" nowrap>Nombre</th>');
});

test("two visitors with one name get distinct subjects in all mails about their messages", async () => {
  const otherId = "1c8f8b6d-7a1f-4d6f-8e1a-4a7c2d3e5f60";
  const mails = await Promise.all(
    [id, otherId].flatMap((id) => [
      contactNotice({ ...message, id }, sender),
      unkeptMessage({ ...message, id }, "token", sender),
      erasureNotice({ id, arrivedAt: new Date("2026-11-21T17:06:00Z") }, sender),
    ]),
  );
  const subjects = mails.map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(6);
  for (const subject of subjects.slice(0, 3)) expect(subject).toContain("0B7E-7A5C");
});

test("a stored notice without newer fields has its message", async () => {
  const payload = {
    id,
    name: "Ana Pérez",
    email: "ana@cliente.example",
    service_type: "cctv",
    language: "es",
  };
  const stored = v.parse(storedMail, { kind: "contact_notice", payload });
  const { text } = await contactNotice(stored.payload as Parameters<typeof contactNotice>[0], sender);
  for (const part of ["Nombre: Ana Pérez", "Servicio: Sistemas CCTV", "(sin mensaje)"])
    expect(text).toContain(part);
});
