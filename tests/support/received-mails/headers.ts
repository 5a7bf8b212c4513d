// Headers of received mails: what the receiver says of a sender, forgeries, and marks of automatic mails.
import type { SenderVerdict } from "#functions/mail/received/authentication-results.ts";
import type { AutomaticKind } from "#functions/mail/received/automatic.ts";
import { createRandom } from "../random.ts";

/** The server whose verdict counts. */
export const receiver = "amazonses.com";
export const customer = "ricardo@cliente.example";

/** Choices of a mail. */
export type Dice = { pick: <Value>(values: readonly Value[]) => Value; number: (below: number) => number };

export const createDice = (seed: number): Dice => {
  const random = createRandom(seed);
  const number = (below: number) => Math.floor(random() * below);
  return { number, pick: (values) => values[number(values.length)] as (typeof values)[number] };
};

const received =
  "Received: from mx.cliente.example (mx.cliente.example [192.0.2.1])\n by inbound-smtp.us-east-1.amazonaws.com with SMTP id 1";
/** Writes what a receiver says about the sender (RFC 8601). */
export const toResults = (results: string, server = receiver) =>
  `Authentication-Results: ${server};\n ${results}`;
export const dmarc = (result: string, domain = "cliente.example") => `dmarc=${result} header.from=${domain}`;
export const spf =
  "spf=pass (spfCheck: domain of cliente.example designates 192.0.2.1 as permitted sender) client-ip=192.0.2.1; envelope-from=ricardo@cliente.example; helo=mx.cliente.example;\n ";

export type Envelope = { results?: string[]; headers?: string[]; from?: string; returnPath?: string };

/** Writes the headers of a mail, those of the receiver first. */
export function writeHeaders(
  { number }: Dice,
  { results, headers = [], from, returnPath }: Envelope = {},
): string[] {
  return [
    `Return-Path: <${returnPath ?? customer}>`,
    received,
    ...(results ?? [toResults(`${spf}${dmarc("pass")};`)]),
    from ?? `From: Ricardo Salas <${customer}>`,
    "To: reply+0123456789abcdef0123456789abcdef@reply.guaria.example",
    "Subject: Re: Recibimos tu mensaje · Guaria",
    `Message-ID: <${number(2 ** 31)}@cliente.example>`,
    "Date: Fri, 27 Nov 2026 11:35:00 -0600",
    ...headers,
  ];
}

// Ways in which parsers were made to believe a forged header.
const pass = dmarc("pass");
export const bypasses: readonly (readonly [results: string[], verdict: SenderVerdict])[] = [
  [[toResults(`spf=none reason="; ${pass}"`)], "none"],
  [[toResults(`spf=none (a (b) ; ${pass})`)], "none"],
  [[toResults(`spf=none (\\) ; ${pass})`)], "none"],
  [[toResults(`${dmarc("fail")}; ${pass}`)], "fail"],
  [[toResults("dkim=pass header.d=attacker.example; spf=pass header.d=cliente.example")], "none"],
  [[toResults(dmarc("pass", "attacker.example"))], "none"],
  [[`ARC-${toResults(pass, "i=1; amazonses.com")}`], "none"],
  [[toResults(dmarc("fail")), toResults(pass, "mx.attacker.example")], "fail"],
  [[toResults(pass, "mx.attacker.example"), toResults(dmarc("fail"))], "none"],
  [[toResults(dmarc("fail")), "Received: from attacker.example", toResults(pass)], "fail"],
  [[toResults(dmarc("fail")), toResults(pass)], "fail"],
  [["Received: from attacker.example", toResults(pass)], "none"],
  [[`\ufeff${toResults(pass)}`], "none"],
  [[`X-Note: a\n ${toResults(pass)}`], "none"],
];

export const forgedSenders: readonly (readonly [from: string, address: string, verdict: SenderVerdict])[] = [
  [`From: "${customer}" <eve@attacker.example>`, "eve@attacker.example", "none"],
  [`From: ${customer} <eve@attacker.example>`, "eve@attacker.example", "none"],
  [`From: =?utf-8?q?ricardo=40cliente.example=3E?= <eve@attacker.example>`, "eve@attacker.example", "none"],
  [`From: eve@attacker.example (${customer})`, "eve@attacker.example", "none"],
  [`From: <${customer}>, <eve@attacker.example>`, customer, "fail"],
  [`From: ${customer}\nFrom: eve@cliente.example`, customer, "fail"],
  [`From: eve@cliente.example\nFrom: ${customer}`, "eve@cliente.example", "fail"],
];

/** Headers of automatic mails, and (null) of mails that a human may have written. */
export const automaticMails: readonly (readonly [headers: string[], automatic: AutomaticKind | null])[] = [
  [["Auto-Submitted: auto-replied"], "automatic"],
  [["Auto-Submitted: auto-generated (rejected)"], "automatic"],
  [["auto-submitted: AUTO-NOTIFIED"], "automatic"],
  [["Precedence: bulk"], "automatic"],
  [["Precedence: auto_reply"], "automatic"],
  [["List-Id: Vecinos <vecinos.list.example>"], "automatic"],
  [["List-Unsubscribe: <https://list.example/u>"], null],
  [["X-Autoreply: yes"], "automatic"],
  [["X-Autorespond: Estoy de vacaciones"], "automatic"],
  [["X-Auto-Response-Suppress: All"], null],
];
