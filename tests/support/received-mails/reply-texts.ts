// Replies as mail programs write them: the author's text, the line or the header above a quotation, and the quotation.

/** A reply as plain text and as HTML. `ownTexts` are the author's paragraphs. */
export type ReplyText = { plain: string; html: string; ownTexts: string[]; quotedTexts: string[] };

type ReplyWords = { ownTexts: string[]; quotedTexts: string[] };
type Program = (texts: ReplyWords, language: MailLanguage) => { plain: string; html: string };

const sender = "Ana, Guaria Digital";
const address = "reply+0123456789abcdef0123456789abcdef@reply.guaria.example";
const mailbox = `${sender} <${address}>`;

/** How programs in a language introduce a quotation. */
type MailLanguage = {
  /** By program: Gmail, Apple Mail, Thunderbird, Yahoo. */
  attributions: { gmail: string; apple: string; thunderbird: string; yahoo: string };
  /** Names of From, Sent, Date, To and Subject in the header that Outlook writes. */
  names: [from: string, sent: string, date: string, to: string, subject: string];
  originalMessage: string;
  sentFromPhone: string;
};

export const mailLanguages: Record<string, MailLanguage> = {
  en: {
    attributions: {
      gmail: `On Fri, Nov 27, 2026 at 11:35 AM ${mailbox} wrote:`,
      apple: `On Nov 27, 2026, at 11:35 AM, ${mailbox} wrote:`,
      thunderbird: `On 11/27/26 11:35, ${sender} wrote:`,
      yahoo: `On Friday, November 27, 2026 at 11:35:12 AM CST, ${mailbox} wrote:`,
    },
    names: ["From:", "Sent:", "Date:", "To:", "Subject:"],
    originalMessage: "Original message",
    sentFromPhone: "Sent from my iPhone",
  },
  es: {
    attributions: {
      gmail: `El vie, 27 nov 2026 a las 11:35, ${sender} (<${address}>) escribió:`,
      apple: `El 27 nov 2026, a las 11:35 a. m., ${mailbox} escribió:`,
      thunderbird: `El 27/11/26 a las 11:35, ${sender} escribió:`,
      yahoo: `El viernes, 27 de noviembre de 2026, 11:35:12 GMT-6, ${mailbox} escribió:`,
    },
    names: ["De:", "Enviado el:", "Fecha:", "Para:", "Asunto:"],
    originalMessage: "Mensaje original",
    sentFromPhone: "Enviado desde mi iPhone",
  },
  de: {
    attributions: {
      gmail: `Am Fr., 27. Nov. 2026 um 11:35 Uhr schrieb ${mailbox}:`,
      apple: `Am 27.11.2026 um 11:35 schrieb ${mailbox}:`,
      thunderbird: `Am 27.11.26 um 11:35 schrieb ${sender}:`,
      yahoo: `Am Freitag, 27. November 2026 um 11:35:12 MEZ hat ${mailbox} Folgendes geschrieben:`,
    },
    names: ["Von:", "Gesendet:", "Datum:", "An:", "Betreff:"],
    originalMessage: "Ursprüngliche Nachricht",
    sentFromPhone: "Von meinem iPhone gesendet",
  },
  fr: {
    attributions: {
      gmail: `Le ven. 27 nov. 2026 à 11:35, ${mailbox} a écrit :`,
      apple: `Le 27 nov. 2026 à 11:35, ${mailbox} a écrit :`,
      thunderbird: `Le 27/11/2026 à 11:35, ${sender} a écrit :`,
      yahoo: `Le vendredi 27 novembre 2026 à 11:35:12 UTC−6, ${mailbox} a écrit :`,
    },
    names: ["De :", "Envoyé :", "Date :", "À :", "Objet :"],
    originalMessage: "Message d’origine",
    sentFromPhone: "Envoyé de mon iPhone",
  },
  it: {
    attributions: {
      gmail: `Il giorno ven 27 nov 2026 alle ore 11:35 ${mailbox} ha scritto:`,
      apple: `Il giorno 27 nov 2026, alle ore 11:35, ${mailbox} ha scritto:`,
      thunderbird: `Il 27/11/2026 11:35, ${sender} ha scritto:`,
      yahoo: `Il venerdì 27 novembre 2026 alle ore 11:35:12 CET, ${mailbox} ha scritto:`,
    },
    names: ["Da:", "Inviato:", "Data:", "A:", "Oggetto:"],
    originalMessage: "Messaggio originale",
    sentFromPhone: "Inviato da iPhone",
  },
  pt: {
    attributions: {
      gmail: `Em sex., 27 de nov. de 2026 às 11:35, ${mailbox} escreveu:`,
      apple: `No dia 27/11/2026, às 11:35, ${mailbox} escreveu:`,
      thunderbird: `Em 27/11/2026 11:35, ${sender} escreveu:`,
      yahoo: `Em sexta-feira, 27 de novembro de 2026 às 11:35:12 BRT, ${mailbox} escreveu:`,
    },
    names: ["De:", "Enviado:", "Data:", "Para:", "Assunto:"],
    originalMessage: "Mensagem original",
    sentFromPhone: "Enviado do meu iPhone",
  },
};

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll("\u{a0}", "&nbsp;");
const paragraphs = (texts: string[]) => texts.join("\n\n");
const quote = (texts: string[]) => paragraphs(texts).replace(/^/gm, "> ");
const divs = (texts: string[]) =>
  texts.map((text) => `<div>${escapeHtml(text)}</div>`).join("<div><br></div>");

/** Breaks a line before `columns` characters, as programs do without `format=flowed`. */
const wrap = (line: string, columns = 72) =>
  line.replaceAll(new RegExp(`(.{1,${columns}})(?: |$)`, "g"), "$1\n").trimEnd();

const gmail: Program = ({ ownTexts, quotedTexts }, { attributions }) => ({
  plain: `${paragraphs(ownTexts)}\n\n${wrap(attributions.gmail)}\n\n${quote(quotedTexts)}\n`,
  html: `<div dir="ltr">${divs(ownTexts)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(attributions.gmail)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${divs(quotedTexts)}</blockquote></div>`,
});

const apple: Program = ({ ownTexts, quotedTexts }, { attributions }) => ({
  plain: `${paragraphs(ownTexts)}\n\n> ${attributions.apple}\n> \n${quote(quotedTexts.map((text) => `\ufeff${text}`))}`,
  html: `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word;">${divs(ownTexts)}<br><blockquote type="cite"><div>${escapeHtml(attributions.apple)}</div><br class="Apple-interchange-newline">${divs(quotedTexts)}</blockquote></body></html>`,
});

const iphone: Program = ({ ownTexts, quotedTexts }, language) =>
  apple({ ownTexts: [...ownTexts, language.sentFromPhone], quotedTexts }, language);

const thunderbird: Program = ({ ownTexts, quotedTexts }, { attributions }) => ({
  plain: `${paragraphs(ownTexts)}\n\n${attributions.thunderbird}\n${quote(quotedTexts)}`,
  html: `<p>${ownTexts.map(escapeHtml).join("</p>\n<p>")}</p><div class="moz-cite-prefix">${escapeHtml(attributions.thunderbird)}<br></div>\n<blockquote type="cite" cite="mid:1@guaria.example"><p>${quotedTexts.map(escapeHtml).join("</p><p>")}</p></blockquote>`,
});

const yahoo: Program = ({ ownTexts, quotedTexts }, { attributions }) => ({
  plain: ` ${paragraphs(ownTexts)}\n    ${attributions.yahoo}  \n \n ${quotedTexts.join("  \n\n")}  `,
  html: `<div class="ydp1 yahoo-style-wrap"><div dir="ltr">${divs(ownTexts)}</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div style="color:#26282a;"><div>${escapeHtml(attributions.yahoo)}</div><div><br></div><div>${divs(quotedTexts)}</div></div></div>`,
});

/** Returns the lines of the header above the mail that Outlook quotes. */
const toHeaderLines = ([from, sentOn, date, to, subject]: MailLanguage["names"], isDated = false) => [
  `${from} ${mailbox}`,
  isDated ? `${date} Friday, 27 November 2026 at 11:35` : `${sentOn} viernes, 27 de noviembre de 2026 11:35`,
  `${to} Ricardo Salas <ricardo@cliente.example>`,
  `${subject} Re: Recibimos tu mensaje`,
];
const boldNames = (lines: string[]) =>
  lines.map((line) => escapeHtml(line).replace(/^(.*?:)/, "<b>$1</b>")).join("<br>");

const outlookWindows: Program = ({ ownTexts, quotedTexts }, { names }) => ({
  plain: `${paragraphs(ownTexts)}\n\n\n${toHeaderLines(names).join("\n")}\n\n${paragraphs(quotedTexts)}`,
  html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang="ES"><div class="WordSection1">${ownTexts.map((text) => `<p class="MsoNormal">${escapeHtml(text)}<o:p></o:p></p>`).join("")}<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">${boldNames(toHeaderLines(names))}<o:p></o:p></p></div>${quotedTexts.map((text) => `<p>${escapeHtml(text)}</p>`).join("")}</div></body></html>`,
});

const outlookWeb: Program = ({ ownTexts, quotedTexts }, { names }) => ({
  plain: `${paragraphs(ownTexts)}\n${"_".repeat(32)}\n${toHeaderLines(names).join("\n")}\n\n${paragraphs(quotedTexts)}`,
  html: `<div class="elementToProof">${divs(ownTexts)}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${boldNames(toHeaderLines(names))}</font><div>&nbsp;</div></div><div>${divs(quotedTexts)}</div>`,
});

const outlookMac: Program = ({ ownTexts, quotedTexts }, { names }) => ({
  plain: `${paragraphs(ownTexts)}\n\n${toHeaderLines(names, true).join("\n")}\n${paragraphs(quotedTexts)}`,
  html: `<body><p class="MsoNormal">${ownTexts.map(escapeHtml).join("<br>")}</p><div id="mail-editor-reference-message-container"><p class="MsoNormal">${boldNames(toHeaderLines(names, true))}</p>${divs(quotedTexts)}</div></body>`,
});

const outlookPhone: Program = ({ ownTexts, quotedTexts }, language) =>
  outlookWeb(
    { ownTexts: [...ownTexts, "Obtener Outlook para iOS<https://aka.ms/o0ukef>"], quotedTexts },
    language,
  );

const samsung: Program = ({ ownTexts, quotedTexts }, { names, originalMessage }) => ({
  plain: `${paragraphs(ownTexts)}\n\nEnviado desde mi Galaxy\n\n\n-------- ${originalMessage} --------\n${toHeaderLines(names, true).join("\n")}\n\n${paragraphs(quotedTexts)}`,
  html: `<div dir="auto">${divs(ownTexts)}</div><div dir="auto"><br></div><div id="composer_signature" dir="auto">Enviado desde mi Galaxy</div><div><br></div><div align="left" dir="auto"><div>-------- ${escapeHtml(originalMessage)} --------</div>${divs(toHeaderLines(names, true))}</div>${divs(quotedTexts)}`,
});

/** Answers between the quoted paragraphs. */
const inline: Program = ({ ownTexts, quotedTexts }, { attributions }) => {
  const answers = quotedTexts.map((text, index) => [text, ownTexts[index] ?? ""] as const);
  const rest = ownTexts.slice(quotedTexts.length);
  return {
    plain: `${attributions.thunderbird}\n${answers.map(([text, ownTexts]) => `${quote([text])}\n\n${ownTexts}\n`).join("\n")}\n${paragraphs(rest)}`,
    html: `<p>${escapeHtml(attributions.thunderbird)}</p>${answers.map(([text, ownTexts]) => `<blockquote type="cite"><p>${escapeHtml(text)}</p></blockquote><p>${escapeHtml(ownTexts)}</p>`).join("")}${divs(rest)}`,
  };
};

/** The answer below the quotation. */
const below: Program = ({ ownTexts, quotedTexts }, { attributions }) => ({
  plain: `${attributions.thunderbird}\n${quote(quotedTexts)}\n\n${paragraphs(ownTexts)}\n\n-- \nRicardo Salas\n8844 8041`,
  html: `<div class="moz-cite-prefix">${escapeHtml(attributions.thunderbird)}<br></div><blockquote type="cite">${divs(quotedTexts)}</blockquote>${divs(ownTexts)}`,
});

/** A signature above the quotation, and an answer between its paragraphs; no empty lines. */
const dense: Program = ({ ownTexts, quotedTexts }, { attributions }) => {
  const [first = "", ...answers] = ownTexts;
  const pairs = quotedTexts.map((text, index) => [text, answers[index] ?? ""] as const);
  const unquoted = answers.slice(quotedTexts.length).join("\n");
  return {
    plain: `${first}\n-- \nRicardo Salas\n${wrap(attributions.gmail, 60)}\n${pairs.map(([text, answer]) => `${quote([text])}\n${answer}`).join("\n")}\n${unquoted}`,
    html: `<p>${escapeHtml(first)}<br>--&nbsp;<br>Ricardo Salas</p>${escapeHtml(attributions.gmail)}${pairs.map(([text, answer]) => `<BLOCKQUOTE>${escapeHtml(text)}</BLOCKQUOTE>${escapeHtml(answer)}`).join("")}<br>${escapeHtml(unquoted)}`,
  };
};

const withoutQuote: Program = ({ ownTexts }) => ({ plain: paragraphs(ownTexts), html: divs(ownTexts) });

const programs: Record<string, Program> = {
  ...{ gmail, apple, iphone, thunderbird, yahoo, outlookWindows, outlookWeb, outlookMac, outlookPhone },
  ...{ samsung, inline, below, dense, withoutQuote },
};

/** Names of the shapes of replies. */
export const mailPrograms = Object.keys(programs);

/** Writes a reply as a program writes it in a language. */
export function writeReplyText(program: string, language: string, texts: ReplyWords): ReplyText {
  const write = programs[program];
  const terms = mailLanguages[language];
  if (!(write && terms)) throw new Error(`No replies are known of ${program} in ${language}.`);
  return { ...texts, ...(program === "withoutQuote" && { quotedTexts: [] }), ...write(texts, terms) };
}
