// Generates mails as the site receives them, with what has to become of each. The same seed gives the same mails.
import type { SenderVerdict } from "#functions/mail/received/authentication-results.ts";
import type { AutomaticKind } from "#functions/mail/received/automatic.ts";
import {
  automaticMails,
  bypasses,
  createDice,
  customer,
  type Dice,
  dmarc,
  type Envelope,
  forgedSenders,
  spf,
  toResults,
  writeHeaders,
} from "./headers.ts";
import * as mime from "./mime.ts";
import { mailLanguages, mailPrograms, type ReplyText, writeReplyText } from "./reply-texts.ts";

/** A mail, and what reading it has to give. */
export type GeneratedMail = {
  raw: Uint8Array<ArrayBuffer>;
  from: string;
  verdict: SenderVerdict;
  automatic: AutomaticKind | null;
  /** The texts of the author, which stay visible. */
  ownTexts: string[];
  /** The quoted texts, which are folded. */
  quotedTexts: string[];
  /** The whole text, where nothing else may be in it. */
  text?: string;
};

const sentences = [
  "Sí, el jueves a las 10:30 nos queda bien.",
  "¿Cuánto cuesta por cámara? Tenemos 14 en la bodega y 3 en la calle.",
  "From the office we see only half of the yard.",
  "Die Kameras hängen schräg: <bitte> prüfen & melden!",
  "L’écran s’éteint à 8 h, « sans raison ».",
  "Perché non funziona? È già successo tre volte…",
  "Não recebemos a fatura; o número é 8844 8041.",
  "👍🏽 perfecto",
  "https://cliente.example/a?b=1&c=%20d",
  ".",
  "שלום, תודה רבה",
  "カメラが映りません。",
  "On the other hand I wrote: it works.",
  "De: la calle, no del patio.",
  "a = b; c != d",
  "El precio es de 1 500 €, según dijo “Ana”.",
  "x".repeat(1_200),
  `Una línea larga ${"que sigue ".repeat(30)}y termina.`,
];

/** Returns paragraphs, each unlike all others of the mail. */
const writeParagraphs = ({ pick, number }: Dice, mark: string) =>
  Array.from({ length: 1 + number(3) }, (_, index) => `${pick(sentences)} ${mark}${index}${number(1_000)}`);

const writeWords = (dice: Dice) => ({
  ownTexts: writeParagraphs(dice, "#p"),
  quotedTexts: writeParagraphs(dice, "#c"),
});
const chooseReply = (dice: Dice): ReplyText =>
  writeReplyText(dice.pick(mailPrograms), dice.pick(Object.keys(mailLanguages)), writeWords(dice));

/** Encodes a reply as plain text, as HTML, or as both. */
function encodeReply({ pick }: Dice, { plain, html }: ReplyText): mime.Part {
  const plainPart = mime.createTextPart("text/plain", plain, pick(mime.encodings));
  const htmlPart = mime.createTextPart("text/html", html, pick(mime.encodings));
  const picture = mime.createAttachment("image/png", "image001.png");
  return pick([
    () => plainPart,
    () => htmlPart,
    () => mime.joinParts("alternative", [plainPart, htmlPart]),
    () => mime.joinParts("mixed", [mime.joinParts("alternative", [plainPart, htmlPart], 1), picture]),
    () => mime.joinParts("alternative", [plainPart, mime.joinParts("related", [htmlPart, picture], 1)]),
  ])();
}

const expectation = {
  from: customer,
  verdict: "pass" as SenderVerdict,
  automatic: null as AutomaticKind | null,
};

/** Creates the mail of a reply. `part` stands for its content, if it is not the reply in an encoding. */
function createMail(
  dice: Dice,
  {
    expected = {},
    part,
    reply = chooseReply(dice),
    ...envelope
  }: Envelope & {
    expected?: Partial<GeneratedMail>;
    part?: mime.Part;
    reply?: ReplyText;
  } = {},
): GeneratedMail {
  const raw = mime.writeMail(writeHeaders(dice, envelope), part ?? encodeReply(dice, reply));
  return { raw, ownTexts: reply.ownTexts, quotedTexts: reply.quotedTexts, ...expectation, ...expected };
}

/** Creates a mail whose words are those of a part only. */
const createPlainMail = (
  dice: Dice,
  part: mime.Part,
  ownTexts: string[],
  expected: Partial<GeneratedMail> = {},
) => createMail(dice, { part, expected: { ownTexts, quotedTexts: [], ...expected } });

const replies = Object.fromEntries(
  mailPrograms.map((program) => [
    `a reply of ${program}`,
    (dice: Dice) =>
      createMail(dice, {
        reply: writeReplyText(program, dice.pick(Object.keys(mailLanguages)), writeWords(dice)),
      }),
  ]),
);

const report = (type: string, detail: mime.Part): mime.Part => {
  const { headers, body } = mime.joinParts("report", [
    mime.createTextPart("text/plain", "No llegó.", "8bit"),
    detail,
  ]);
  return { headers: headers.map((header) => `${header}; report-type=${type}`), body };
};
const calendarReply = (ownTexts: string[]) => {
  const text = mime.createTextPart("text/plain", ownTexts.join("\n\n"), "8bit");
  const answer = "BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR";
  const calendar = mime.createTextPart("text/calendar; method=REPLY", answer, "base64");
  return mime.joinParts("mixed", [mime.joinParts("alternative", [text, calendar], 1)]);
};

const toLatin1 = (text: string) => Buffer.from(text, "latin1").toString("latin1");
const japanese = { text: "はい、お願いします。", bytes: '\u001b$B$O$$!"$*4j$$$7$^$9!#\u001b(B' };

const otherKinds: Record<string, (dice: Dice) => GeneratedMail> = {
  "a sender with a verdict": (dice) => {
    const verdict = dice.pick<SenderVerdict>(["pass", "fail", "none"]);
    return createMail(dice, { results: [toResults(`${spf}${dmarc(verdict)}`)], expected: { verdict } });
  },
  "a forged verdict": (dice) => {
    const [results, verdict] = dice.pick(bypasses);
    return createMail(dice, { results, expected: { verdict } });
  },
  "a forged sender": (dice) => {
    const [from, address, verdict] = dice.pick(forgedSenders);
    return createMail(dice, { from, expected: { from: address, verdict } });
  },
  "somebody in copy": (dice) =>
    createMail(dice, {
      headers: [`Cc: Eve <eve@attacker.example>, ${customer}`, "Reply-To: eve@attacker.example"],
    }),
  "an automatic mail": (dice) => {
    const [headers, automatic] = dice.pick(automaticMails);
    return createMail(dice, { headers, expected: { automatic } });
  },
  "a mail without return path": (dice) =>
    createMail(dice, { returnPath: "", expected: { automatic: "automatic" } }),
  "a human mail that says so": (dice) =>
    createMail(dice, {
      headers: [dice.pick(["Auto-Submitted: no", "Precedence: first-class", "X-Priority: 1"])],
    }),
  "a report of a failure": (dice) => {
    const status = mime.createTextPart("message/delivery-status", "Action: failed", "8bit");
    const part = report("delivery-status", status);
    return createPlainMail(dice, part, ["No llegó."], { automatic: "bounce" });
  },
  "a read receipt": (dice) => {
    const status = mime.createTextPart("message/disposition-notification", "Disposition: displayed", "8bit");
    const part = report("disposition-notification", status);
    return createPlainMail(dice, part, ["No llegó."], { automatic: "automatic" });
  },
  "a calendar's reply": (dice) => {
    const { ownTexts } = writeWords(dice);
    return createPlainMail(dice, calendarReply(ownTexts), ownTexts, { automatic: "automatic" });
  },
  "an invitation": (dice) => {
    const { ownTexts } = writeWords(dice);
    const text = mime.createTextPart("text/plain", ownTexts.join("\n\n"), "8bit");
    const calendar = mime.createTextPart("text/calendar; method=REQUEST", "BEGIN:VCALENDAR", "base64");
    return createPlainMail(dice, mime.joinParts("alternative", [text, calendar]), ownTexts);
  },
  "ISO-2022-JP": (dice) => {
    const part = mime.createPart(
      "text/plain; charset=iso-2022-jp",
      japanese.bytes,
      dice.pick(mime.encodings),
    );
    return createPlainMail(dice, part, [japanese.text]);
  },
  "windows-1252 said as UTF-8": (dice) => {
    const ownTexts = dice.pick([
      "Mañana a las 3, señor Núñez.",
      "¿Cuánto cuesta? ¡Así no!",
      "Très élégant, ça.",
    ]);
    const type = `text/${dice.pick(["plain", "html"])}`;
    const part = mime.createPart(`${type}; charset=utf-8`, toLatin1(ownTexts), dice.pick(mime.encodings));
    const utf8 = mime.createTextPart("text/plain", "y cámaras también", "8bit");
    return dice.number(2) === 0
      ? createPlainMail(dice, part, [ownTexts])
      : createPlainMail(dice, mime.joinParts("mixed", [part, utf8]), [ownTexts, "y cámaras también"]);
  },
  "an unknown charset": (dice) => {
    const part = mime.createPart("text/plain; charset=x-unknown-8", "gracias", dice.pick(mime.encodings));
    return createPlainMail(dice, part, ["gracias"]);
  },
  "winmail.dat": (dice) => {
    const { ownTexts } = writeWords(dice);
    const text = mime.createTextPart("text/plain", ownTexts.join("\n\n"), "quoted-printable");
    const data = mime.createAttachment("application/ms-tnef", "winmail.dat", "\u0078\u009f\u003e\u0022");
    return createPlainMail(dice, mime.joinParts("mixed", [text, data]), ownTexts);
  },
  "a mail in a mail": (dice) => {
    const { ownTexts } = writeWords(dice);
    const text = mime.createTextPart("text/plain", ownTexts.join("\n\n"), "8bit");
    const earlierMail = "From: eve@attacker.example\n\nAcepto el precio.";
    const attached = { headers: ["Content-Type: message/rfc822"], body: earlierMail };
    return createPlainMail(dice, mime.joinParts("mixed", [text, attached]), ownTexts, {
      text: ownTexts.join("\n\n"),
    });
  },
  "a signed mail": (dice) => {
    const { ownTexts } = writeWords(dice);
    const text = mime.createTextPart("text/plain", ownTexts.join("\n\n"), "quoted-printable");
    const signature = mime.createAttachment("application/pkcs7-signature", "smime.p7s");
    return createPlainMail(dice, mime.joinParts("signed", [text, signature]), ownTexts);
  },
  "an encrypted mail": (dice) =>
    createPlainMail(
      dice,
      mime.createAttachment("application/pkcs7-mime; smime-type=enveloped-data", "smime.p7m"),
      [],
    ),
  "an empty mail": (dice) => {
    const text = dice.pick(["", "\n\n", " \n\t"]);
    return createPlainMail(
      dice,
      mime.createTextPart(dice.pick(["text/plain", "text/html"]), text, "8bit"),
      [],
    );
  },
  "only a picture": (dice) =>
    createPlainMail(dice, mime.createAttachment("image/jpeg", "foto de cámara.jpg"), []),
  "broken MIME": (dice) => {
    const [{ ownTexts }, { number }] = [writeWords(dice), dice];
    const text = mime.createTextPart("text/plain", ownTexts.join("\n\n"), "8bit");
    const { headers, body } = mime.joinParts("mixed", [text, mime.createAttachment("image/png", "a.png")]);
    const damages = [
      () => ({ headers, body: body.slice(0, body.indexOf("iVBO") || undefined).replace(/--\n$/, "") }),
      () => ({ headers, body: body.replace(/\n--[^\n]*--\n$/, "") }),
      () => ({ headers: headers.map((header) => header.replace("boundary", "x-boundary")), body }),
      () => ({ headers: [...headers, "Content-Type: text/html", "broken header", ": no name"], body }),
      () => ({ headers, body: `preamble\n${body}epilogue\n` }),
      () => ({ headers: [...headers, "Content-Transfer-Encoding: base64"], body }),
    ];
    const part = (damages[number(damages.length)] as () => mime.Part)();
    return createPlainMail(dice, part, ownTexts);
  },
};

/** Creates a mail of each kind by its name. */
export const mailKinds: Readonly<Record<string, (seed: number) => GeneratedMail>> = Object.fromEntries(
  Object.entries({ ...replies, ...otherKinds }).map(([kind, create]) => [
    kind,
    (seed: number) => create(createDice(seed)),
  ]),
);
