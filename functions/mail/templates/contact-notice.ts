import { locales, path } from "#cms/content/site.ts";
import { cutCharacters, isolate } from "#functions/contract/characters.ts";
import type { ContactMessage } from "#functions/contract/contact.schema.ts";
import { type ContactField, contactFields, handedFragment } from "#functions/contract/contact.ts";
import { fieldNames, optionNames } from "#functions/contract/field-names.ts";
import { toReference } from "#functions/contract/reference.ts";
import { describeWishes } from "#functions/contract/submission.ts";
import { type Action, button, escapeHtml, page, toParagraphs } from "#functions/mail/html.ts";
import type { Mail, MailSender } from "#functions/mail/letter.ts";

// The company reads Spanish, whatever the visitor's language.
const companyLanguage = "es";

const names = optionNames[companyLanguage];

/** Formats a meeting's day (YYYY-MM-DD) for the company. UTC in both places prevents a shift to another day. */
const formatDay = (day: string) =>
  new Intl.DateTimeFormat(locales[companyLanguage], { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

// A subject is one header line.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** Returns the fields that are not shown as they were sent: options by their Spanish names, the day in words. */
const toFieldTexts = ({
  service,
  meeting_day: day,
  meeting_part: part,
  source,
  language,
}: ContactMessage): Partial<Record<ContactField, string | null>> => ({
  service: service && names.service[service],
  meeting_day: day && formatDay(day),
  meeting_part: part && `${names.meeting_part[part]} (hora de Costa Rica)`,
  source: source && names.source[source],
  language: names.language[language],
});

type MessageWithId = ContactMessage & { id: string };

/** Returns the fields of a message apart from its text, as pairs of Spanish label and value, for the company's mail. */
function listFacts(message: MessageWithId): [string, string][] {
  const { message: _, ...fieldTexts } = {
    ...message,
    ...toFieldTexts(message),
    reference: toReference(message.id),
  };
  const fields = [...contactFields, "reference"] as const;
  return fields.flatMap((field) => {
    const value = field === "message" ? null : fieldTexts[field];
    return value ? [[fieldNames[companyLanguage][field], value] satisfies [string, string]] : [];
  });
}

const inboxAddress = ({ siteOrigin }: MailSender) => `${siteOrigin}${path("inbox", companyLanguage)}`;

/** Tells the company about a stored contact message, in Spanish, with a link to it. A reply goes to the visitor. */
export const contactNotice = (message: MessageWithId, sender: MailSender): Mail =>
  notice(message, sender, {
    action: { label: "Abrir el mensaje", address: `${inboxAddress(sender)}?m=${message.id}` },
  });

/**
 * Returns the mail by which the company gets a contact message that could not be stored anywhere. Its link adds the
 * message to the inbox.
 * @param token the signed message
 */
export const unkeptMessage = (message: MessageWithId, token: string, sender: MailSender): Mail =>
  notice(message, sender, {
    subjectSuffix: " (aún no está en el buzón)",
    note: "En este momento no pudimos guardar este mensaje: solo está en este correo. Con el botón entra al buzón, una sola vez aunque lo toques dos; también puedes responder a este correo.",
    action: { label: "Pasar al buzón", address: `${inboxAddress(sender)}#${handedFragment}=${token}` },
  });

/** Returns the mail to the company with a whole message, stored or not. */
function notice(
  message: MessageWithId,
  sender: MailSender,
  { subjectSuffix = "", note, action }: { subjectSuffix?: string; note?: string; action: Action },
): Mail {
  const facts = listFacts(message);
  const wishes = describeWishes(message, companyLanguage);
  const text = message.message ?? (wishes ? null : "(sin mensaje)");
  const name = isolate(message.name);
  const title = oneLine(wishes ? `${wishes} · ${name}` : `Nuevo mensaje de ${name}`);
  // The reference keeps mail programs from joining the messages of two visitors with one name into one conversation.
  const subject = `${title} · ${toReference(message.id)}${subjectSuffix}`;
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${label}</th><td dir="auto">${escapeHtml(value)}</td></tr>`,
  );
  const content = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...(note ? [`<p>${escapeHtml(note)}</p>`] : []),
    ...(text ? [toParagraphs(text)] : []),
    button(action),
    `<table class="facts">${rows.join("")}</table>`,
  ];
  return {
    subject,
    replyTo: message.email,
    text: [
      ...(wishes ? [wishes] : []),
      ...(note ? [note] : []),
      facts.map(([label, value]) => `${label}: ${isolate(value)}`).join("\n"),
      ...(text ? [text] : []),
      `${action.address}\n`,
    ].join("\n\n"),
    html: page(
      {
        language: companyLanguage,
        subject,
        preheader: cutCharacters(oneLine(text ?? message.email), 120),
      },
      sender,
      content.join("\n"),
    ),
  };
}
