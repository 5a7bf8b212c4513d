import * as v from "valibot";
import { expect, test } from "vitest";
import { storedMail } from "#functions/mail/outgoing-mail.ts";
import { erasureNotice } from "#functions/mail/templates/company.ts";
import { contactNotice, unkeptMessage } from "#functions/mail/templates/contact-notice.ts";

const sender = { brand: "Guaria Digital", siteOrigin: "https://vitrina.example" };
const id = "0b7e7a5c-6f0e-4c5e-9d0f-3f6b1c2d4e5f";
const message = {
  id,
  name: "Ana Pérez",
  email: "ana@cliente.example",
  phone: null,
  company: "Pérez & Hijos",
  service: "web-development",
  source: "recommendation",
  plan: "TI Básico",
  meeting_day: "2026-12-01",
  meeting_part: "afternoon",
  message: "Hola.\n<b>Quiero</b> un sitio.",
  language: "en",
} as const;

test("the notice is in Spanish with all fields, and replies go to the sender", () => {
  const mail = contactNotice(message, sender);
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
      `https://vitrina.example/buzon?m=${id}`,
      "",
    ].join("\n"),
  );
  expect(mail.html).toContain(`href="https://vitrina.example/buzon?m=${id}"`);
});

const plain = { ...message, plan: null, meeting_day: null, meeting_part: null };

test("a meeting without a text is the first line, and no line says that there is no message", () => {
  for (const wish of [
    { ...plain, message: null, meeting_day: "2026-12-02", meeting_part: "morning" },
    { ...plain, message: null, plan: "TI Básico" },
  ] as const) {
    const { subject, text, html } = contactNotice(wish, sender);
    const line = wish.plan ? "Plan: TI Básico" : "Reunión: miércoles 2 dic, mañana";
    expect(subject).toBe(`${line} · Ana Pérez · 0B7E-7A5C`);
    expect(text.split("\n")[0]).toBe(line);
    expect(html).toContain(`<h1>${line} · Ana Pérez</h1>`);
    expect(text + html).not.toMatch(/sin mensaje/i);
  }
});

test("line breaks and paragraphs survive in a mail program without style sheets", () => {
  const { html } = contactNotice({ ...plain, message: "Hola.\nUno\u2028dos\n\n\u05d0\u05d1\r\nfin" }, sender);
  expect(html).toContain(
    '<p class="message" dir="auto">Hola.<br>Uno<br>dos</p>\n<p class="message" dir="auto">\u05d0\u05d1<br>fin</p>',
  );
});

test("the sender's text is escaped in the HTML", () => {
  const { html } = contactNotice({ ...message, name: `<img src=x onerror="a('b')">` }, sender);
  expect(html).toContain("Pérez &amp; Hijos");
  expect(html).toContain("&lt;b&gt;Quiero&lt;/b&gt;");
  expect(html).toContain("&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;");
  expect(html).not.toMatch(/<(img|b)\b/);
});

test("removes line breaks of the sender from the subject", () => {
  const { subject } = contactNotice({ ...plain, name: "Ana\r\nBcc: x@y.example\u2028z" }, sender);
  expect(subject).toBe("Nuevo mensaje de Ana Bcc: x@y.example z · 0B7E-7A5C");
});

test("a name does not change the direction of the subject", () => {
  const getSubject = (name: string) => contactNotice({ ...plain, name }, sender).subject;
  expect(getSubject("Ana\u202e")).toBe("Nuevo mensaje de Ana · 0B7E-7A5C");
  expect(getSubject("\u05d0\u05d1")).toBe("Nuevo mensaje de \u2068\u05d0\u05d1\u2069 · 0B7E-7A5C");
});

test("two visitors with one name get distinct subjects in all mails about their messages", () => {
  const otherId = "1c8f8b6d-7a1f-4d6f-8e1a-4a7c2d3e5f60";
  const subjects = [id, otherId].flatMap((id) => [
    contactNotice({ ...message, id }, sender).subject,
    unkeptMessage({ ...message, id }, "token", sender).subject,
    erasureNotice({ id, arrivedAt: new Date("2026-11-21T17:06:00Z") }, sender).subject,
  ]);
  expect(new Set(subjects).size).toBe(6);
  for (const subject of subjects.slice(0, 3)) expect(subject).toContain("0B7E-7A5C");
});

test("a stored notice without newer fields has its message", () => {
  const payload = {
    id,
    name: "Ana Pérez",
    email: "ana@cliente.example",
    service_type: "cctv",
    language: "es",
  };
  const stored = v.parse(storedMail, { kind: "contact_notice", payload });
  const { text } = contactNotice(stored.payload as Parameters<typeof contactNotice>[0], sender);
  for (const part of ["Nombre: Ana Pérez", "Servicio: Sistemas CCTV", "(sin mensaje)"])
    expect(text).toContain(part);
});
