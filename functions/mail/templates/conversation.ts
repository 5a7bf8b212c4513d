import { type Language, path } from "#cms/content/site.ts";
import { cutCharacters, isolate } from "#functions/contract/characters.ts";
import { toReference } from "#functions/contract/reference.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import {
  type Action,
  button,
  escapeHtml,
  linkAddresses,
  type MailSender,
  page,
  toParagraphs,
} from "#functions/mail/html.ts";
import type { Mail } from "#functions/mail/letter.ts";

/** An administrator's answer to a customer, with the text that it quotes. */
export type AnswerFacts = {
  language: Language;
  text: string;
  /** The name and the position under the answer. */
  author: string;
  title: string | null;
  /** The customer's newest text; null if the message had none. */
  quoted: string | null;
  quotedAt: Date;
  reference: string;
  /** The address of the conversation's page; null once it opens nothing. */
  link: string | null;
};

const answerTexts = {
  es: {
    subject: (brand: string, reference: string) => `Re: Recibimos tu mensaje · ${brand} · ${reference}`,
    link: "Ver la conversación y responder",
    linkNote:
      "El enlace es solo tuyo: quien lo tenga puede leer esta conversación y escribir en ella. También puedes responder a este correo.",
    quote: (moment: string) => `El ${moment} escribiste:`,
  },
  en: {
    subject: (brand: string, reference: string) => `Re: We got your message · ${brand} · ${reference}`,
    link: "See the conversation and reply",
    linkNote:
      "Only you have this link: anyone who has it can read this conversation and write in it. You can also reply to this email.",
    quote: (moment: string) => `On ${moment} you wrote:`,
  },
};

/** Puts `> ` before each line, as mail programs quote (RFC 3676 §4.5). */
const quoteLines = (text: string) => text.replace(/^/gm, "> ");

/**
 * Returns an administrator's answer to a customer. It looks like a mail that a person wrote: the text first, then the
 * signature, the whole text that it answers, and the link to the conversation.
 */
export function answer(facts: AnswerFacts, sender: MailSender): Mail {
  const { language, text, author, title, quoted, quotedAt, reference, link } = facts;
  const texts = answerTexts[language];
  const subject = texts.subject(sender.brand, reference);
  const signature = [author, title, sender.brand].filter((line): line is string => Boolean(line));
  const quoteHead = texts.quote(momentInWords(quotedAt, language));
  const content = [
    toParagraphs(linkAddresses(text)),
    `<p class="signature">${signature.map((line) => escapeHtml(isolate(line))).join("<br>")}</p>`,
    ...(quoted
      ? [
          `<p class="quote">${escapeHtml(quoteHead)}</p>`,
          `<blockquote>${toParagraphs(linkAddresses(quoted))}</blockquote>`,
        ]
      : []),
    ...(link
      ? [
          button({ label: texts.link, address: link }),
          `<div class="notes"><p>${escapeHtml(texts.linkNote)}</p></div>`,
        ]
      : []),
  ];
  const blocks = [
    text,
    signature.join("\n"),
    ...(quoted ? [`${quoteHead}\n${quoteLines(quoted)}`] : []),
    ...(link ? [`${texts.link}:\n${link}\n${texts.linkNote}`] : []),
  ];
  return {
    subject,
    text: `${blocks.join("\n\n")}\n`,
    html: page({ language, subject, preheader: cutCharacters(text, 100) }, sender, content.join("\n")),
  };
}

/** Invites colleagues to answer by mail. */
export const replyByMailNote =
  "Si respondes a este correo desde tu dirección de administrador, tu respuesta le llega al cliente con tu nombre.";

/** Tells the company that a customer wrote in a conversation. The first link opens it. */
export function replyNotice(
  { id, name, text, replyAddress }: { id: string; name: string; text: string; replyAddress: string | null },
  sender: MailSender,
): Mail {
  const from = isolate(name.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
  const subject = `${from} respondió · ${toReference(id)} · ${sender.brand}`;
  const action: Action = {
    label: "Abrir la conversación",
    address: `${sender.siteOrigin}${path("inbox", "es")}?m=${id}`,
  };
  const content = [
    `<h1>${escapeHtml(`${from} respondió`)}</h1>`,
    button(action),
    `<blockquote>${toParagraphs(linkAddresses(text))}</blockquote>`,
    ...(replyAddress === null ? [] : [`<p>${escapeHtml(replyByMailNote)}</p>`]),
  ];
  const note = replyAddress === null ? "" : `\n${replyByMailNote}\n`;
  return {
    subject,
    ...(replyAddress !== null && { replyTo: replyAddress }),
    text: `${from} respondió\n\n${action.label}:\n${action.address}\n\n${text}\n${note}`,
    html: page({ language: "es", subject, preheader: cutCharacters(text, 100) }, sender, content.join("\n")),
  };
}
