import { describe, expect, test } from "vitest";
import { type Language, languages } from "#cms/content/site.ts";
import type { Environment } from "#functions/env.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { deriveMessageToken, deriveOneTimeToken } from "#functions/kernel/crypto/links.ts";
import { compose } from "#functions/mail/compose.ts";
import { toHeaderMailbox, toSender } from "#functions/mail/letter.ts";
import type { CompanyMail, OutgoingMail, UserMail } from "#functions/mail/outgoing-mail.ts";
import { createSigningKey } from "../../support/signing-key.ts";

const origin = "https://www.guaria.example";
const signingKeys = await parseSigningKeys(JSON.stringify({ keys: [await createSigningKey("first")] }));
const environment = {
  SITE_ORIGIN: origin,
  MAIL_FROM: "Guaria Digital <web@guaria.example>",
  CONTACT_NOTIFY_TO: "hola@guaria.example",
  signingKeys,
} as Environment;

const createdAt = new Date("2026-11-21T17:06:00Z");
const tokenId = "6a1f0a53-8f0e-4c37-9a2f-0a3c1c1e9c55";
const toHoursLater = (count: number) => new Date(createdAt.getTime() + count * 3_600_000).toISOString();
const wishes = {
  service_type: "technical-support",
  plan: "TI Básico",
  meeting_day: "2026-12-02",
  meeting_part: "morning",
};
const newEmail = "o'<b>@otro.example";
const inviter = "eva.mora@guaria.example";

/** Returns mails of every kind to a visitor or a user, as the outbox stores them. */
function listWaitingMails(language: Language): OutgoingMail[] {
  const payload = { to: "ana@cliente.example", language };
  const token = { ...payload, token_id: tokenId, kid: "first" };
  const acknowledgement = {
    ...{ ...payload, submission_id: tokenId, kid: "first" },
    ...{ service_type: null, plan: null, meeting_day: null, meeting_part: null },
  };
  const payloads: Record<UserMail["kind"], object[]> = {
    contact_acknowledgement: [acknowledgement, { ...acknowledgement, ...wishes }],
    message_erased: [{ ...payload, arrived_at: createdAt.toISOString() }],
    confirm_sign_up: [{ ...token, expires_at: toHoursLater(24) }],
    recover: [
      { ...token, expires_at: toHoursLater(1) },
      { ...token, expires_at: toHoursLater(1), first: true },
    ],
    administrator_invited: [{ ...token, expires_at: toHoursLater(72), invited_by: inviter }],
    confirm_email_change: ["current", "new"].map((half) => ({
      ...token,
      expires_at: toHoursLater(24),
      half,
      new_email: newEmail,
    })),
    account_exists: [payload],
    email_changed: [{ ...payload, new_email: newEmail }],
    password_changed: [{ ...payload, at: createdAt.toISOString() }],
    passkeys_changed: [
      "added",
      "removed",
      "codes_made",
      "codes_replaced",
      "codes_removed",
      "code_used",
      "rule_begun",
      "rule_ended",
      "first_opened",
      "administrator_invited",
    ].map((change) => ({
      ...payload,
      at: createdAt.toISOString(),
      change,
      ...(change === "administrator_invited" && { about: newEmail, invited_by: inviter }),
    })),
    account_deleted: [payload],
  };
  return Object.entries(payloads).flatMap(([kind, kindPayloads]) =>
    kindPayloads.map((payload) => ({ id: "id", createdAt, kind, payload }) as OutgoingMail),
  );
}
const cases = languages.flatMap((language) =>
  listWaitingMails(language).map((mail) => ({
    language,
    mail,
    name:
      "half" in mail.payload
        ? `${mail.kind}, ${mail.payload.half} address`
        : "change" in mail.payload
          ? `${mail.kind}, ${mail.payload.change}`
          : mail.kind,
  })),
);

const listAddresses = (text: string) => text.match(/https?:\/\/[^\s"<>]+/g) ?? [];
const decodeHtml = (html: string) =>
  html.replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
/** Returns the visible text of a mail's HTML. */
const toVisibleText = (html: string) =>
  decodeHtml(html.replace(/^[\s\S]*<body>/, "").replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");

describe.each(cases)("the mail $name in $language", ({ language, mail }) => {
  test("goes to the recipient's address, and names the company in its subject", async () => {
    const { to, subject, replyTo } = await compose(mail, environment);
    expect(to).toBe("ana@cliente.example");
    expect(subject).toContain("Guaria Digital");
    expect(replyTo).toBe(mail.kind === "contact_acknowledgement" ? "hola@guaria.example" : undefined);
  });

  test("has links to the site's own origin only, in its language", async () => {
    const { text, html } = await compose(mail, environment);
    const home =
      language === "es"
        ? /^\/(auth|contacto|privacidad|mi-mensaje|)$/
        : /^\/(en\/(auth|contact|privacy|my-message)|)$/;
    for (const address of [...listAddresses(text), ...listAddresses(html)]) {
      expect(new URL(address).origin).toBe(origin);
      expect(new URL(address).pathname).toMatch(home);
    }
    expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(/);
  });

  test("has the same content as text and as HTML, and one button with its address as text", async () => {
    const { text, html } = await compose(mail, environment);
    const visibleText = toVisibleText(html);
    for (const line of text.split("\n").filter((line) => line && !line.endsWith(":"))) {
      expect(visibleText).toContain(line.replace(/\s+/g, " "));
    }
    const [, button = ""] = /<td[^>]*><a href="([^"]+)"/.exec(html) ?? [];
    expect(html.match(/bgcolor/g)).toHaveLength(1);
    expect(text).toContain(decodeHtml(button));
    expect(visibleText).toContain(decodeHtml(button));
  });

  test("supports light and dark themes, declares its language, and starts with the preview text", async () => {
    const { html } = await compose(mail, environment);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).toMatch(/<body>\s*<div style="display:none[^>]*>[^<]{20,}<\/div>/);
  });

  test("breaks long words and shows the code in bold, also without a style sheet", async () => {
    const { html } = await compose(mail, environment);
    const body = html.replace(/<style>[\s\S]*?<\/style>/, "");
    expect(body).toContain('<div class="letter" style="overflow-wrap:anywhere">');
    expect(body).not.toMatch(/>\d{6}<\/p>/);
  });

  test("breaks no line between a time and its «a. m.»", async () => {
    const { text } = await compose(mail, environment);
    expect(text).not.toMatch(/\d:\d\d [aAp]/);
  });

  test("is identical on every rendering, as the provider requires for retries", async () => {
    expect(await compose(mail, environment)).toEqual(await compose(mail, environment));
  });
});

describe("the token that proves an address", () => {
  test.each([
    ["confirm_sign_up", "signup"],
    ["recover", "recovery"],
    ["confirm_email_change", "email_change"],
  ])("is derived when the mail is rendered, and leads to the sign-in page (%s)", async (kind, type) => {
    const secret = signingKeys.signing.oneTimeSecret;
    const { token, code } = await deriveOneTimeToken(secret, tokenId);
    for (const [language, path] of [
      ["es", "/auth"],
      ["en", "/en/auth"],
    ] as const) {
      const mail = listWaitingMails(language).find((candidate) => candidate.kind === kind) as OutgoingMail;
      const { text } = await compose(mail, environment);
      expect(text).toContain(`\n${origin}${path}#token_hash=${token}&type=${type}\n`);
      expect(text).toContain(`\n${code}\n`);
      expect(JSON.stringify(mail)).not.toContain(token);
    }
  });

  test.each([
    [
      "es",
      "confirm_sign_up",
      "El enlace vale 24 horas, hasta el domingo 22 de noviembre, 11:06 a. m. (hora de Costa Rica); el código, 10 minutos desde que lo pediste.",
    ],
    [
      "es",
      "recover",
      "El enlace vale 1 hora, hasta el sábado 21 de noviembre, 12:06 p. m. (hora de Costa Rica); el código, 10 minutos desde que lo pediste.",
    ],
    [
      "en",
      "recover",
      "The link is good for 1 hour, until Saturday, November 21, 12:06 PM (Costa Rica time); the code, for 10 minutes from when you asked for it.",
    ],
  ] as const)("has its expiry in the text (%s, %s)", async (language, kind, validity) => {
    const mail = listWaitingMails(language).find((candidate) => candidate.kind === kind) as OutgoingMail;
    expect((await compose(mail, environment)).text.replace(/[\u00a0\u202f]/g, " ")).toContain(validity);
  });

  test.each([
    ["es", "/auth?next=%2Fbuzon"],
    ["en", "/en/auth?next=%2Fen%2Finbox"],
  ] as const)(
    "of an invitation leads on to the inbox, has no code and names the inviter (%s)",
    async (language, page) => {
      const { token, code } = await deriveOneTimeToken(signingKeys.signing.oneTimeSecret, tokenId);
      const [mail, notice] = listWaitingMails(language).filter((candidate) =>
        JSON.stringify(candidate).includes("administrator_invited"),
      );
      const { subject, text, html } = await compose(mail as OutgoingMail, environment);
      expect(text).toContain(`\n${origin}${page}#token_hash=${token}&type=invite\n`);
      for (const part of [text, html]) expect(part).not.toContain(code);
      expect(subject).toContain(inviter);
      const noticeMail = await compose(notice as OutgoingMail, environment);
      for (const part of [noticeMail.subject, noticeMail.text]) {
        expect(part).toContain(inviter);
        expect(part).toContain(newEmail);
      }
    },
  );

  test.each([
    ["es", /^Elige tu contraseña para el buzón/, /sin tu contraseña|la actual|nueva/],
    ["en", /^Choose your password for the .* inbox/, /without your password|current|new/],
  ] as const)(
    "of an administrator's first password does not speak of an earlier one (%s)",
    async (language, subjectPattern, earlierPassword) => {
      const mail = listWaitingMails(language).find(({ payload }) => "first" in payload) as OutgoingMail;
      const { subject, text } = await compose(mail, environment);
      expect(subject).toMatch(subjectPattern);
      expect(text).not.toMatch(earlierPassword);
    },
  );

  test("says that earlier recovery codes are void only if there were some", async () => {
    const listTexts = (change: string) =>
      Promise.all(
        languages.map(async (language) => {
          const mail = listWaitingMails(language).find(
            ({ payload }) => "change" in payload && payload.change === change,
          );
          return (await compose(mail as OutgoingMail, environment)).text;
        }),
      );
    const pattern = /anteriores ya no sirven|Earlier ones no longer work/;
    for (const text of await listTexts("codes_made")) expect(text).not.toMatch(pattern);
    for (const text of await listTexts("codes_replaced")) expect(text).toMatch(pattern);
  });

  test("cannot be derived without its key", async () => {
    const otherKeys = await parseSigningKeys(JSON.stringify({ keys: [await createSigningKey("second")] }));
    const mail = listWaitingMails("es").find(({ kind }) => kind === "recover");
    await expect(compose(mail as OutgoingMail, { ...environment, signingKeys: otherKeys })).rejects.toThrow(
      "no longer in AUTH_KEYS",
    );
  });
});

test.each([
  ["es", "/mi-mensaje"],
  ["en", "/en/my-message"],
] as const)(
  "the own-message link is derived when the mail is rendered, with the token in the fragment (%s)",
  async (language, path) => {
    const token = await deriveMessageToken(signingKeys.signing.oneTimeSecret, tokenId);
    const [mail] = listWaitingMails(language).filter(({ payload }) => "submission_id" in payload);
    expect((await compose(mail as OutgoingMail, environment)).text).toContain(
      `\n${origin}${path}#token=${token}\n`,
    );
    expect(JSON.stringify(mail)).not.toContain(token);
  },
);

test.each([
  [
    "es",
    "Nos escribiste sobre: Soporte técnico · Reunión: miércoles 2 dic, mañana · Plan: TI Básico.",
    "Ver el plazo o borrar mi mensaje",
  ],
  [
    "en",
    "You wrote to us about: Technical support · Meeting: Wednesday, Dec 2, morning · Plan: TI Básico.",
    "How long we keep it, or delete it",
  ],
] as const)(
  "the acknowledgement states the wishes and promises no text (%s)",
  async (language, line, label) => {
    const [withoutWishes, withWishes] = listWaitingMails(language).filter(
      ({ kind }) => kind === "contact_acknowledgement",
    ) as [OutgoingMail, OutgoingMail];
    const { text } = await compose(withWishes, environment);
    expect(text).toContain(`\n${line}\n`);
    expect(text).toContain(`\n${label}:\n`);
    expect((await compose(withoutWishes, environment)).text).not.toMatch(/sobre:|about:/);
  },
);

const companyPayloads: Record<CompanyMail["kind"], object> = {
  contact_notice: { id: tokenId, name: "Ana", email: "ana@cliente.example", language: "en" },
  reply_notice: { submission_id: tokenId, name: "Ana", text: "Gracias" },
  notice_digest: { messages: 2 },
  erasure_notice: { submission_id: tokenId, arrived_at: createdAt.toISOString() },
  canary: { to: "hola@guaria.example" },
  delivery_alert: { to: "hola@guaria.example", alert: "mail_refused", subject: "validation_error" },
};

test.each(Object.entries(companyPayloads))(
  "the mail %s goes to the company and has the same content as text and as HTML, on every rendering",
  async (kind, payload) => {
    const mail = { id: "id", createdAt, kind, payload } as OutgoingMail;
    const composedMail = await compose(mail, environment);
    const { to, subject, text, html } = composedMail;
    expect([to, subject]).toEqual(["hola@guaria.example", expect.stringMatching(/^.{10,}$/)]);
    // The notice has its labels in a column of their own, and its address only in a link.
    const contents = `${toVisibleText(html)} ${decodeHtml(html)}`;
    for (const part of text.split(/\n|: /).filter((part) => part && !part.endsWith(":"))) {
      expect(contents).toContain(part.replace(/\s+/g, " "));
    }
    expect(await compose(mail, environment)).toEqual(composedMail);
  },
);

test("the erasure notice names the message's reference and nothing of its content", async () => {
  const payload = { submission_id: tokenId, arrived_at: createdAt.toISOString() };
  const mail = await compose({ id: "id", createdAt, kind: "erasure_notice", payload }, environment);
  expect(mail.to).toBe("hola@guaria.example");
  expect(mail.text).toContain(tokenId);
  expect(mail.text.replace(/[\u00a0\u202f]/g, " ")).toContain("el sábado 21 de noviembre, 11:06 a. m.");
});

test.each([
  [1, "1 mensaje nuevo en el buzón · Guaria Digital"],
  [37, "37 mensajes nuevos en el buzón · Guaria Digital"],
])("a digest names the number of messages and leads to the inbox (%i)", async (messages, subject) => {
  const payload = { messages };
  const mail = await compose({ id: "id", createdAt, kind: "notice_digest", payload }, environment);
  expect([mail.to, mail.subject]).toEqual(["hola@guaria.example", subject]);
  expect(mail.text).toContain(`${origin}/buzon\n`);
});

test("the mail of a synthetic message has its recipient, its time, and that no action is needed", async () => {
  const mail = await compose(
    { id: "id", createdAt, kind: "canary", payload: { to: "c@x.example" } },
    environment,
  );
  expect(mail.to).toBe("c@x.example");
  expect(mail.subject).toBe("Prueba de cada hora · Guaria Digital");
  const text = mail.text.replace(/[\u00a0\u202f]/g, " ");
  expect(text).toContain("el sábado 21 de noviembre, 11:06 a. m. (hora de Costa Rica)");
  expect(text).toContain("No hay nada que hacer.");
});

describe("the alert about mails that do not reach the company", () => {
  const composeAlert = (payload: object) =>
    compose({ id: "id", createdAt, kind: "delivery_alert", payload } as OutgoingMail, environment);
  const to = "ana@cliente.example";

  test.each([
    ["address_failing", "hola@guaria.example", /un aviso a hola@guaria\.example no llegó/],
    ["address_complaining", "hola@guaria.example", /en hola@guaria\.example un aviso .* se marcó como spam/],
    ["mail_refused", "validation_error", /no aceptó un aviso .* \(validation_error\)/],
  ])("has the time and the reason (%s)", async (kind, subject, reasonPattern) => {
    const mail = await composeAlert({ to, alert: kind, subject });
    expect(mail.to).toBe(to);
    expect(mail.subject).toBe("Los avisos de mensajes nuevos no llegan · Guaria Digital");
    const text = mail.text.replace(/[\u00a0\u202f]/g, " ");
    expect(text).toMatch(reasonPattern);
    expect(text).toContain("El sábado 21 de noviembre, 11:06 a. m. (hora de Costa Rica)");
    expect(text).toContain(`${origin}/buzon\n`);
  });
});

test("the new address of an account is escaped in the HTML", async () => {
  const mail = listWaitingMails("es").find(({ kind }) => kind === "email_changed") as OutgoingMail;
  expect((await compose(mail, environment)).html).toContain("o&#39;&lt;b&gt;@otro.example");
});

test.each([
  ["Guaria Digital <web@guaria.example>", "Guaria Digital", "Guaria Digital <web@guaria.example>"],
  ['"Guaria, S. A." <web@guaria.example>', "Guaria, S. A.", '"Guaria, S. A." <web@guaria.example>'],
  ["Guaria, S. A. <web@guaria.example>", "Guaria, S. A.", '"Guaria, S. A." <web@guaria.example>'],
  ["Guaria, Web <web@guaria.example>", "Guaria, Web", '"Guaria, Web" <web@guaria.example>'],
  ["Guaria (TI) @ Web <web@guaria.example>", "Guaria (TI) @ Web", '"Guaria (TI) @ Web" <web@guaria.example>'],
  ['Guaria "TI" <web@guaria.example>', 'Guaria "TI"', String.raw`"Guaria \"TI\"" <web@guaria.example>`],
  [
    String.raw`"Guaria \"TI\" \\ Web" <web@guaria.example>`,
    String.raw`Guaria "TI" \ Web`,
    String.raw`"Guaria \"TI\" \\ Web" <web@guaria.example>`,
  ],
  ["Ñandú · Web <web@guaria.example>", "Ñandú · Web", "Ñandú · Web <web@guaria.example>"],
  ["<web@guaria.example>", "www.guaria.example", "web@guaria.example"],
  [" web@guaria.example ", "www.guaria.example", "web@guaria.example"],
])("reads the company's name from %s, and writes it as a header field needs it", (from, brand, header) => {
  expect(toSender({ MAIL_FROM: from, SITE_ORIGIN: origin }).brand).toBe(brand);
  expect(toHeaderMailbox(from)).toBe(header);
  expect(toHeaderMailbox(header)).toBe(header);
});
