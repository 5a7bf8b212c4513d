import { type Language, type Page, path } from "#cms/content/site.ts";
import { type Action, button, escapeHtml, linkAddresses, type MailSender, page } from "./html.ts";

/** The link and the code of a one-time token, with their lifetimes, for a mail. */
export type MailedToken = {
  link: string;
  /** Six digits. */
  code: string;
  /** The number of uses and the lifetimes of link and code, in words. */
  validity: string;
  /** The lifetime of the link, in words, for mails without a code. */
  linkValidity: string;
};

/** The content of a mail. Its sender and recipient are set when it is sent. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** True if the mail answers a message of its recipient. */
  isReply?: true;
  /** The name of the person who wrote the mail. Mails without one are automatic (RFC 3834). */
  author?: string;
};

/** Returns the display name of a mailbox, without quotes and escapes, and its address (RFC 5322 §3.4). */
function readMailbox(mailbox: string): { name: string; address: string } {
  const [, phrase = "", address = mailbox.trim()] = /^(.*)<([^<>]*)>\s*$/.exec(mailbox) ?? [];
  const name = phrase.trim();
  const isQuoted = /^".*"$/.test(name);
  return { name: isQuoted ? name.slice(1, -1).replace(/\\(.)/g, "$1").trim() : name, address };
}

/** Returns a configured mailbox as a header field accepts it: a name with specials is a quoted string (RFC 5322 §3.2.4). */
export function toHeaderMailbox(mailbox: string): string {
  const { name, address } = readMailbox(mailbox);
  return nameMailbox(name, address);
}

/** Returns the mailbox of a person at the company, as in `"Ana, Guaria Digital" <hola@guaria.example>`. */
export function toAuthorMailbox(author: string, mailbox: string): string {
  const { name, address } = readMailbox(mailbox);
  return nameMailbox(
    [author.replace(/[\p{Cc}\u2028\u2029<>]+/gu, " ").trim(), name].filter(Boolean).join(", "),
    address,
  );
}

function nameMailbox(name: string, address: string): string {
  if (!name) return address;
  const phrase = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : name;
  return `${phrase} <${address}>`;
}

/** Returns the company as mails name it: the display name of MAIL_FROM, or else the site's host. */
export function toSender(settings: { MAIL_FROM: string; SITE_ORIGIN: string }): MailSender {
  const { name } = readMailbox(settings.MAIL_FROM);
  return { brand: name || new URL(settings.SITE_ORIGIN).host, siteOrigin: settings.SITE_ORIGIN };
}

/** The content of a mail to a user, in reading order. */
export type Letter = {
  language: Language;
  subject: string;
  /** The text that a list of mails shows beside the subject. */
  preheader: string;
  title: string;
  paragraphs: string[];
  /** The only action. The mail also shows its address as text. */
  action: Action;
  /** Six digits that the user can type instead of opening the link. */
  code?: { explanation: string; digits: string };
  notes: string[];
};

/** The company, the recipient's language, and the addresses of the site's pages in that language. */
export type LetterFacts = { brand: string; language: Language; toAddress: (page: Page) => string };

/** A letter in every language. */
export type LetterTexts = Record<Language, Omit<Letter, "language">>;

const commonTexts = {
  es: {
    copy: "Si el botón no abre, copia esta dirección en tu navegador:",
    ask: "¿Tienes alguna duda? Escríbenos en",
  },
  en: {
    copy: "If the button doesn’t open, copy this address into your browser:",
    ask: "Any questions? Write to us at",
  },
};

function toText({ title, paragraphs, action, code, notes }: Letter, closing: string[]): string {
  const blocks = [
    title,
    ...paragraphs,
    `${action.label}:\n${action.address}`,
    ...(code ? [`${code.explanation}\n${code.digits}`] : []),
    ...notes,
    closing.join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function toHtml(letter: Letter, sender: MailSender, questions: string[]): string {
  const { language, title, paragraphs, action, code, notes } = letter;
  const smallPrint = [...notes, `${commonTexts[language].copy}\n${action.address}`, ...questions];
  const content = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    button(action),
    ...(code
      ? [`<p>${escapeHtml(code.explanation)}</p>`, `<p class="code"><strong>${code.digits}</strong></p>`]
      : []),
    '<div class="notes">',
    ...smallPrint.map((text) => `<p>${linkAddresses(text).replace("\n", "<br>")}</p>`),
    "</div>",
  ];
  return page(letter, sender, content.join("\n"));
}

/** Returns the mail of a letter, as plain text and as HTML for light and dark themes. */
export function writeLetter(letter: Letter, sender: MailSender): Mail {
  const contact = `${sender.siteOrigin}${path("contact", letter.language)}`;
  const questions =
    letter.action.address === contact ? [] : [`${commonTexts[letter.language].ask} ${contact}`];
  return {
    subject: letter.subject,
    text: toText(letter, [...questions, sender.brand]),
    html: toHtml(letter, sender, questions),
  };
}

/** Returns a mail to the company or an administrator. They read Spanish, and the action opens their inbox. */
export const writeCompanyLetter = (letter: Omit<Letter, "language" | "action">, sender: MailSender): Mail =>
  writeLetter(
    {
      ...letter,
      language: "es",
      action: { label: "Abrir el buzón", address: `${sender.siteOrigin}${path("inbox", "es")}` },
    },
    sender,
  );
