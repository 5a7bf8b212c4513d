import { locales, path } from "#cms/content/site.ts";
import type { PhoneNumber } from "#functions/contract/answers.schema.ts";
import { cutCharacters, isolate } from "#functions/contract/characters.ts";
import {
  type ContactField,
  type ContactMessage,
  contactFields,
  handedFragment,
} from "#functions/contract/contact.ts";
import { toMailAddress } from "#functions/contract/email.ts";
import { getFieldName, toFieldText } from "#functions/contract/field-names.ts";
import { canHaveWhatsApp, toTelAddress, toWhatsAppAddress } from "#functions/contract/phone.ts";
import { toReference } from "#functions/contract/reference.ts";
import { describeWishes } from "#functions/contract/submission.ts";
import {
  type Action,
  button,
  escapeHtml,
  link,
  type MailSender,
  page,
  toParagraphs,
} from "#functions/mail/html.ts";
import type { Mail } from "#functions/mail/letter.ts";
import { replyByMailNote } from "./conversation.ts";

// The company reads Spanish, whatever the visitor's language.
const companyLanguage = "es";

/** Formats a meeting's day (YYYY-MM-DD) for the company. UTC in both places prevents a shift to another day. */
const formatDay = (day: string) =>
  new Intl.DateTimeFormat(locales[companyLanguage], { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

// A subject is one header line.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** Returns the text of a field for the company: options by their names, the day in words. */
function toText(field: ContactField, message: ContactMessage): string | null {
  const value = message[field];
  if (field === "meeting_day") return value && formatDay(value);
  const text = toFieldText(field, value, companyLanguage);
  return field === "meeting_part" && text ? `${text} (hora de Costa Rica)` : text;
}

type MessageWithId = ContactMessage & { id: string; files?: { name: string }[] | undefined };

type Fact = { field: ContactField | "reference" | "files"; label: string; value: string };

/** Returns the fields of a message apart from its text, with Spanish labels, for the company's mail. */
function listFacts(message: MessageWithId): Fact[] {
  const fields = contactFields.filter((field) => field !== "message");
  const texts = fields.map((field) => [field, toText(field, message)] as const);
  const facts: Fact[] = [...texts, ["reference", toReference(message.id)] as const].flatMap(
    ([field, text]) =>
      text ? [{ field, label: getFieldName(field, companyLanguage), value: isolate(text) }] : [],
  );
  const { files = [] } = message;
  const names = files.map(({ name }) => isolate(name)).join(", ");
  return names ? [...facts, { field: "files", label: "Archivos", value: names }] : facts;
}

/** Returns a telephone number as a link that calls it, and one that opens WhatsApp if the number can have it. */
function linkNumber(number: PhoneNumber, writtenNumber: string): string {
  const call = link(toTelAddress(number), writtenNumber.replace(/\s+/g, " "));
  if (!canHaveWhatsApp(number.number)) return call;
  return `${call} (${link(toWhatsAppAddress(number.number), "abrir\u00a0WhatsApp")})`;
}

/** Returns the visitor's text as HTML, with links for its telephone numbers. */
async function linkPhoneNumbers(text: string): Promise<string> {
  // Most isolates send no notice, so they do not evaluate the numbering plans.
  const { findPhoneNumbers } = await import("#functions/kernel/phone-numbers.ts");
  let end = 0;
  const parts = findPhoneNumbers(text).map((number) => {
    const before = escapeHtml(text.slice(end, number.start));
    end = number.end;
    return before + linkNumber(number, text.slice(number.start, number.end));
  });
  return parts.join("") + escapeHtml(text.slice(end));
}

/** Returns the value of a field as HTML. An address and a telephone number are links. */
function toFactHtml({ field, value }: Fact): string | Promise<string> {
  if (field === "email") return link(toMailAddress(value), value);
  return field === "phone" ? linkPhoneNumbers(value) : escapeHtml(value);
}

const inboxAddress = ({ siteOrigin }: MailSender) => `${siteOrigin}${path("inbox", companyLanguage)}`;

/**
 * Tells the company about a stored contact message, in Spanish, with a link to it. A reply goes to the visitor, by way of
 * the conversation if that has an address.
 */
export const contactNotice = (
  message: MessageWithId,
  sender: MailSender,
  replyAddress: string | null = null,
): Promise<Mail> =>
  notice(message, sender, {
    ...(replyAddress !== null && { replyTo: replyAddress, note: replyByMailNote }),
    action: { label: "Responder en el buzón", address: `${inboxAddress(sender)}?m=${message.id}` },
  });

/**
 * Returns the mail by which the company gets a contact message that could not be stored anywhere. Its link adds the
 * message to the inbox.
 * @param token the signed message
 */
export const unkeptMessage = (message: MessageWithId, token: string, sender: MailSender): Promise<Mail> =>
  notice(message, sender, {
    subjectSuffix: " (aún no está en el buzón)",
    note: [
      "En este momento no pudimos guardar este mensaje: solo está en este correo. Con el botón entra al buzón, una sola vez aunque lo toques dos; también puedes responder a este correo.",
    ].join(" "),
    action: { label: "Pasar al buzón", address: `${inboxAddress(sender)}#${handedFragment}=${token}` },
  });

/** Returns the mail to the company with a whole message, stored or not. */
async function notice(
  message: MessageWithId,
  sender: MailSender,
  {
    subjectSuffix = "",
    replyTo = message.email,
    note,
    action,
  }: { subjectSuffix?: string; replyTo?: string; note?: string; action: Action },
): Promise<Mail> {
  const facts = listFacts(message);
  const wishes = describeWishes(message, companyLanguage);
  const text = message.message ?? (wishes ? null : "(sin mensaje)");
  const name = isolate(message.name);
  const title = oneLine(wishes ? `${wishes} · ${name}` : `Nuevo mensaje de ${name}`);
  // The reference keeps mail programs from joining the messages of two visitors with one name into one conversation.
  const subject = `${title} · ${toReference(message.id)}${subjectSuffix}`;
  const rows = await Promise.all(
    facts.map(
      async (fact) =>
        // Attributes set the layout in mail programs without style sheets.
        `<tr><th scope="row" align="left" valign="top" nowrap>${fact.label}</th><td dir="auto">${await toFactHtml(fact)}</td></tr>`,
    ),
  );
  const content = [
    // A line does not begin with the sign between two parts.
    `<h1>${escapeHtml(title.replaceAll(" · ", "\u00a0· "))}</h1>`,
    ...(note ? [`<p>${escapeHtml(note)}</p>`] : []),
    ...(text ? [toParagraphs(await linkPhoneNumbers(text))] : []),
    button(action),
    `<table class="facts" cellpadding="4">${rows.join("")}</table>`,
  ];
  return {
    subject,
    replyTo,
    text: [
      ...(wishes ? [wishes] : []),
      ...(note ? [note] : []),
      facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
      ...(text ? [text] : []),
      `${action.label}:\n${action.address}\n`,
    ].join("\n\n"),
    html: page(
      {
        language: companyLanguage,
        subject,
        preheader: isolate(cutCharacters(oneLine(text ?? message.email), 120)),
      },
      sender,
      content.join("\n"),
    ),
  };
}
